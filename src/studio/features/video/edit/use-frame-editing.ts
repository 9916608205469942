import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Point } from '#base/geometry.ts'
import type { JobId } from '#contract/ids.ts'
import type { TimedEdit } from '#contract/video-edits.ts'
import { type EditChange, editsKey, sharedEdits } from '#library/history/edit-history.ts'
import { findItem } from '#library/items/item.ts'
import type { VideoItem } from '#library/videos/video-item.ts'
import type { VideoQueue } from '#library/videos/video-queue.ts'
import { type EditorStore, isClick } from '#studio/edit/editor-state.ts'
import { useEditing } from '#studio/edit/use-editing.ts'
import type { Player } from '#studio/features/video/player/player.ts'
import { useBitmap, useDecoded } from '#studio/media/use-object-url.ts'
import { editedFrame, framePreparation } from '#studio/queries/edited-frame.ts'
import { useStore, useStoreSelector } from '#studio/state/store.ts'
import { useWindowEvent } from '#studio/state/use-browser-state.ts'
import { usePlace, useService } from '#studio/state/use-studio.ts'
import type { ViewerStore } from '#studio/viewer/viewer-state.ts'
import { changeEdits } from './change-edits.ts'

type Parts = {
  readonly item: VideoItem
  readonly queue: VideoQueue
  readonly store: ViewerStore
  readonly editor: EditorStore
  readonly player: Player
  /** The finished job of this device whose mattes are edited; null if there is none. */
  readonly jobId: JobId | null
}

/** The editing tools for the paused frame of a video, the edited frame, and functions that change the edits. */
export function useFrameEditing({ item, queue, store, editor, player, jobId }: Parts) {
  const service = useService()
  const { tool, crosshair } = useStore(editor)
  const place = usePlace()
  const seconds = useStoreSelector(player, (state) => Math.round(state.seconds * 1e4) / 1e4)
  const isPlaying = useStoreSelector(player, (state) => state.isPlaying)
  const { present } = item.edits
  const key = editsKey(item.edits)
  const canEdit = jobId !== null
  const shownFrame = editedFrame(service, jobId ?? 'job_none', { edits: present, key }, seconds)
  const frame = useQuery({
    ...shownFrame,
    // Preparing frames that are only passed would delay the edited one.
    enabled: canEdit && place === 'edit' && !isPlaying,
  })
  const atSeconds = frame.data?.atSeconds ?? null
  const client = useQueryClient()
  const [held, setHeld] = useState<readonly TimedEdit[]>([])
  // Several changes may come between two renderings.
  const change = (next: EditChange<TimedEdit>) =>
    changeEdits(findItem(queue.get().items, item.id) ?? item, next, queue, player)
  const tools = useEditing({
    store,
    editor,
    canEdit,
    onEdit: (edit) => {
      const add = (at: { readonly atSeconds: number }) => change({ type: 'add', edit: { ...edit, ...at } })
      if (frame.data) return add(frame.data)
      // The frame determines the exact time: edits drawn before it is loaded wait for it.
      setHeld((before) => [...before, { ...edit, atSeconds: seconds }])
      const find = () => client.fetchQuery(shownFrame)
      // The query is cancelled if another frame is shown meanwhile.
      find()
        .catch(find)
        .then(add, () => {})
        .finally(() => setHeld((before) => before.slice(1)))
    },
  })
  const { isEditing } = tools
  const isPointedAt = usePointedAt(tools.picture, crosshair, seconds)
  useQuery({
    ...framePreparation(service, jobId ?? 'job_none', present, seconds),
    enabled: isEditing && isClick(tool) && isPointedAt && frame.isSuccess && !frame.isFetching,
  })
  const decoded = useDecoded(isEditing ? (frame.data ?? null) : null)
  const original = useBitmap(isEditing ? (frame.data?.original ?? null) : null)

  useEffect(() => {
    if (isEditing) player.pause()
  }, [isEditing, player])

  const shown = decoded?.result.list
  const pending = useMemo(
    () =>
      present.list
        .slice(sharedEdits(shown ?? [], present.list))
        .filter((edit) => edit.atSeconds === atSeconds),
    [shown, present.list, atSeconds],
  )
  return {
    tools,
    change,
    edited: { picture: original, pending: held.length > 0 ? [...pending, ...held] : pending },
    frame: { url: isEditing ? (decoded?.url ?? null) : null, isBusy: isEditing && frame.isFetching },
    error: isEditing ? frame.error : null,
    isFetching: frame.isFetching,
    /** The shown time; null while the clip plays. */
    seconds: isPlaying ? null : seconds,
  }
}

/**
 * Whether a pointer or the keyboard's crosshair has moved over the picture since this frame is shown. Only then is a
 * click likely: stepping through frames would otherwise wait for the network on each.
 */
function usePointedAt(
  picture: RefObject<HTMLElement | null>,
  crosshair: Point | null,
  seconds: number,
): boolean {
  const [pointedAt, setPointedAt] = useState<number | null>(null)
  const shown = useRef(seconds)
  shown.current = seconds
  useWindowEvent('pointermove', ({ clientX, clientY }) => {
    if (pointedAt === seconds) return
    const box = picture.current?.getBoundingClientRect()
    if (!box || clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom) return
    setPointedAt(seconds)
  })
  useEffect(() => {
    if (crosshair) setPointedAt(shown.current)
  }, [crosshair])
  return pointedAt === seconds
}
