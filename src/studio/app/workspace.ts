import { useEffect, useState } from 'react'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import { isInProgress, phaseOf } from '#studio/features/video/queue/video-item.ts'
import type { VideoQueue } from '#studio/features/video/queue/video-queue.ts'
import { findVideo } from '#studio/features/video/queue/video-state.ts'
import { createStore, type Store } from '#studio/state/store.ts'

/** A picture or a video on the list, by its id in its own queue. */
export type WorkspaceEntry = { readonly kind: 'image' | 'video'; readonly id: string }

/** The pictures and videos of the page in the order they came, and the one that is shown. */
export type Workspace = { readonly entries: readonly WorkspaceEntry[]; readonly selectedId: string | null }

export const emptyWorkspace: Workspace = { entries: [], selectedId: null }

/**
 * The workspace after the queues have changed to hold `present`. New entries go to the end, and restored ones to
 * their place in `order`, the ids of all entries so far. If the selected entry is gone, its neighbour is selected; if
 * none is selected, the first new one for which `mayShow` holds.
 */
export const reconcile = (
  workspace: Workspace,
  present: readonly WorkspaceEntry[],
  mayShow: (entry: WorkspaceEntry) => boolean,
  order: readonly string[] = [],
): Workspace => {
  const isIn = (list: readonly WorkspaceEntry[], id: string | null) => list.some((entry) => entry.id === id)
  const remaining = workspace.entries.filter(({ id }) => isIn(present, id))
  const added = present.filter(({ id }) => !isIn(workspace.entries, id))
  if (added.length === 0 && remaining.length === workspace.entries.length) return workspace
  const rank = ({ id }: WorkspaceEntry) => (order.includes(id) ? order.indexOf(id) : order.length)
  const entries = [...remaining, ...added].sort((a, b) => rank(a) - rank(b))
  const index = workspace.entries.findIndex(({ id }) => id === workspace.selectedId)
  const isGone = index >= 0 && !isIn(entries, workspace.selectedId)
  const nextSelected = entries[Math.min(index, entries.length - 1)]?.id ?? null
  const selectedId = isGone ? nextSelected : workspace.selectedId
  return { entries, selectedId: selectedId ?? added.find(mayShow)?.id ?? null }
}

/** The entry after the selected one, and the first after the last; null in an empty workspace. */
export const nextEntry = ({ entries, selectedId }: Workspace): WorkspaceEntry | null =>
  entries[(entries.findIndex(({ id }) => id === selectedId) + 1) % entries.length] ?? null

export const selectedEntry = ({ entries, selectedId }: Workspace): WorkspaceEntry | null =>
  entries.find(({ id }) => id === selectedId) ?? null

/** The only owner of the selection: everything else asks here which picture or video is shown. */
export type WorkspaceStore = Store<Workspace> & {
  readonly select: (id: string) => void
  readonly selectedId: () => string | null
}

const createWorkspace = (): WorkspaceStore => {
  const store = createStore<Workspace>(emptyWorkspace)
  return {
    ...store,
    select: (selectedId) => store.set((state) => ({ ...state, selectedId })),
    selectedId: () => store.get().selectedId,
  }
}

/** The workspace of this page, for as long as the component lives. */
export const useWorkspace = (): WorkspaceStore => useState(createWorkspace)[0]

/** Keeps the workspace in step with the two queues. */
export function useReconcile(workspace: WorkspaceStore, images: ImageQueue, videos: VideoQueue): void {
  useEffect(() => {
    // A video that was finished on an earlier visit is listed, but not shown by itself.
    const mayShow = ({ kind, id }: WorkspaceEntry) => {
      const video = kind === 'video' ? findVideo(videos.get(), id) : null
      return !video?.isRestored || isInProgress(phaseOf(video))
    }
    let order: readonly string[] = []
    const update = () => {
      const present: WorkspaceEntry[] = [
        ...images.get().items.map(({ id }) => ({ kind: 'image' as const, id })),
        ...videos.get().items.map(({ id }) => ({ kind: 'video' as const, id })),
      ]
      order = [...order, ...present.flatMap(({ id }) => (order.includes(id) ? [] : [id]))]
      workspace.set((state) => reconcile(state, present, mayShow, order))
    }
    update()
    const unsubscribe = [images.subscribe(update), videos.subscribe(update)]
    return () => {
      for (const each of unsubscribe) each()
    }
  }, [images, videos, workspace])
}
