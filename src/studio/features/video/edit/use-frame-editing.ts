import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import type { JobId } from '#contract/ids.ts'
import type { TimedEdit } from '#contract/video-edits.ts'
import { type EditChange, editsKey, sharedEdits } from '#studio/edit/edit-history.ts'
import { type EditorStore, isBrush, isClick } from '#studio/edit/editor-state.ts'
import { useEditing } from '#studio/edit/use-editing.ts'
import type { Player } from '#studio/features/video/player/player.ts'
import type { VideoItem } from '#studio/features/video/queue/video-item.ts'
import type { VideoQueue } from '#studio/features/video/queue/video-queue.ts'
import { useDecoded } from '#studio/hooks/use-object-url.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { editedFrame, framePreparation } from '#studio/queries/edited-frame.ts'
import { useStore, useStoreSelector } from '#studio/state/store.ts'
import type { ViewerStore } from '#studio/viewer/viewer-state.ts'
import { changeEdits } from './change-edits.ts'
import { useFrameBitmap } from './use-frame-bitmap.ts'
import { usePointedAt } from './use-pointed-at.ts'

type Parts = {
  readonly item: VideoItem
  readonly queue: VideoQueue
  readonly store: ViewerStore
  readonly editor: EditorStore
  readonly player: Player
  readonly picture: RefObject<HTMLElement | null>
  /** The finished job of this device whose mattes are edited; null where there is none. */
  readonly jobId: JobId | null
}

/** The tools on the paused frame of a video: what they draw, the edited frame, and the changes of the edits. */
export function useFrameEditing({ item, queue, store, editor, player, picture, jobId }: Parts) {
  const service = useService()
  const { tool, view, crosshair } = useStore(editor)
  const seconds = useStoreSelector(player, (state) => Math.round(state.seconds * 1e4) / 1e4)
  const isEditing = tool !== null && jobId !== null
  const isPlaying = useStoreSelector(player, (state) => state.isPlaying)
  const { present } = item.edits
  const key = editsKey(item.edits)
  const frame = useQuery({
    ...editedFrame(service, jobId ?? 'job_none', { edits: present, key }, seconds),
    // A frame that is passed on the way to the one that is edited would only hold that up.
    enabled: isEditing && !isPlaying,
  })
  const isPointedAt = usePointedAt(picture, crosshair, seconds)
  useQuery({
    ...framePreparation(service, jobId ?? 'job_none', present, seconds),
    enabled: isEditing && isClick(tool) && isPointedAt && frame.isSuccess && !frame.isFetching,
  })
  const decoded = useDecoded(isEditing ? (frame.data ?? null) : null)
  const original = useFrameBitmap(isEditing ? (frame.data?.original ?? null) : null)
  const atSeconds = frame.data?.atSeconds ?? null

  useEffect(() => {
    if (isEditing) player.pause()
  }, [isEditing, player])

  const latest = useRef(item)
  latest.current = item
  const change = (next: EditChange<TimedEdit>) => changeEdits(latest.current, next, queue, player)
  const { drawing, keys, preview } = useEditing({
    store,
    editor,
    picture,
    isEditing: isEditing && atSeconds !== null,
    onEdit: (edit) => {
      if (atSeconds !== null) change({ type: 'add', edit: { ...edit, atSeconds } })
    },
  })
  const shown = decoded?.result.list
  const pending = useMemo(
    () =>
      present.list
        .slice(sharedEdits(shown ?? [], present.list))
        .filter((edit) => edit.atSeconds === atSeconds),
    [shown, present.list, atSeconds],
  )
  return {
    isEditing,
    /** The cursor over the picture. */
    cursor: isEditing ? (isBrush(tool) ? 'cursor-none' : 'cursor-crosshair') : '',
    change,
    drawing,
    preview,
    pending,
    original,
    error: isEditing ? frame.error : null,
    isFetching: frame.isFetching,
    /** The moment shown; null while the clip plays. */
    seconds: isPlaying ? null : seconds,
    edit: isEditing ? { view, keys, url: decoded?.url ?? null, isBusy: frame.isFetching } : null,
  }
}
