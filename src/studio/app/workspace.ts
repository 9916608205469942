import { useEffect, useState } from 'react'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import { isInProgress, phaseOf } from '#studio/features/video/queue/video-item.ts'
import type { VideoQueue } from '#studio/features/video/queue/video-queue.ts'
import { findVideo } from '#studio/features/video/queue/video-state.ts'
import { createStore, type Store } from '#studio/state/store.ts'

/** Something on the list: a picture or a video, by the name its own queue knows it by. */
export type WorkspaceEntry = { readonly kind: 'image' | 'video'; readonly id: string }

/** The list as it is shown: pictures and videos in the order they came, and which of them is on the stage. */
export type Workspace = { readonly entries: readonly WorkspaceEntry[]; readonly selectedId: string | null }

export const emptyWorkspace: Workspace = { entries: [], selectedId: null }

/**
 * The desk once the queues hold `present`, in the order of the queues. What came newly is put at the
 * end; the first of it that `mayShow` goes on the stage if that is empty. What was on the stage and is
 * gone leaves its place to its neighbour. What was taken out and is back stands where `order` remembers it.
 */
export const reconcile = (
  desk: Workspace,
  present: readonly WorkspaceEntry[],
  mayShow: (entry: WorkspaceEntry) => boolean,
  order: readonly string[] = [],
): Workspace => {
  const isPresent = ({ id }: WorkspaceEntry) => present.some((entry) => entry.id === id)
  const stayed = desk.entries.filter(isPresent)
  const came = present.filter(({ id }) => !desk.entries.some((entry) => entry.id === id))
  if (came.length === 0 && stayed.length === desk.entries.length) return desk
  const rank = ({ id }: WorkspaceEntry) => (order.includes(id) ? order.indexOf(id) : order.length)
  const entries = [...stayed, ...came].sort((a, b) => rank(a) - rank(b))
  const at = desk.entries.findIndex(({ id }) => id === desk.selectedId)
  const isGone = at >= 0 && !entries.some(({ id }) => id === desk.selectedId)
  const nextSelected = entries[Math.min(at, entries.length - 1)]?.id ?? null
  const kept = isGone ? nextSelected : desk.selectedId
  return { entries, selectedId: kept ?? came.find(mayShow)?.id ?? null }
}

/** The neighbour of what is on the stage, around the end; null on an empty desk. */
export const nextEntry = ({ entries, selectedId }: Workspace): WorkspaceEntry | null =>
  entries[(entries.findIndex(({ id }) => id === selectedId) + 1) % entries.length] ?? null

export const selectedEntry = ({ entries, selectedId }: Workspace): WorkspaceEntry | null =>
  entries.find(({ id }) => id === selectedId) ?? null

export type WorkspaceStore = Pick<Store<Workspace>, 'get' | 'subscribe'> & {
  readonly select: (entry: WorkspaceEntry) => void
}

/** Keeps the list of the page in step with the two queues. */
export function useWorkspace(images: ImageQueue, videos: VideoQueue): WorkspaceStore {
  const [workspace] = useState(() => {
    const store = createStore<Workspace>(emptyWorkspace)
    const select = ({ kind, id }: WorkspaceEntry) => {
      store.set((state) => ({ ...state, selectedId: id }))
      if (kind === 'image') images.select(id)
    }
    return { ...store, select }
  })
  useEffect(() => {
    // What was finished on an earlier visit waits on the list; it takes the stage from nobody.
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
    const leave = [images.subscribe(update), videos.subscribe(update)]
    return () => {
      for (const each of leave) each()
    }
  }, [images, videos, workspace])
  return workspace
}
