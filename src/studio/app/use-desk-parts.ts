import { useCallback } from 'react'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { QueueState } from '#studio/features/image/queue/queue-state.ts'
import { type SaveVideo, useSaveVideo } from '#studio/features/video/export/use-save-video.ts'
import { resultsOf } from '#studio/features/video/queue/video-item.ts'
import type { VideoQueue } from '#studio/features/video/queue/video-queue.ts'
import type { VideoState } from '#studio/features/video/queue/video-state.ts'
import { useRescue } from '#studio/hooks/use-rescue.ts'
import { useStore } from '#studio/hooks/use-store.ts'
import type { Desk } from './desk-state.ts'
import type { DeskStore } from './use-desk.ts'
import { type Undo, useUndo } from './use-undo.ts'
import { useZip, type ZipWork } from './use-zip.ts'

/** What the list of the page and its bar on phones need. */
export type DeskParts = {
  readonly desk: Desk
  readonly images: QueueState
  readonly videos: VideoState
  /** Something is finished and can be saved. */
  readonly hasResults: boolean
  readonly imageQueue: ImageQueue
  readonly videoQueue: VideoQueue
  readonly selectImage: (id: string) => void
  readonly selectVideo: (id: string) => void
  readonly zip: ZipWork
  readonly saving: SaveVideo
  readonly onPick: () => void
  readonly onClear: () => void
  readonly undo: Undo
}

export function useDeskParts(
  store: DeskStore,
  imageQueue: ImageQueue,
  videoQueue: VideoQueue,
  onPick: () => void,
): DeskParts {
  const images = useStore(imageQueue)
  const videos = useStore(videoQueue)
  return {
    desk: useStore(store),
    images,
    videos,
    hasResults:
      images.items.some(({ state }) => state === 'done') ||
      videos.items.some((item) => resultsOf(item).length > 0),
    imageQueue,
    videoQueue,
    selectImage: useCallback((id: string) => store.select({ kind: 'image', id }), [store]),
    selectVideo: useCallback((id: string) => store.select({ kind: 'video', id }), [store]),
    zip: useZip(useRescue()),
    saving: useSaveVideo(),
    onPick,
    onClear: () => {
      imageQueue.clear()
      videoQueue.clear()
    },
    undo: useUndo(store, imageQueue, videoQueue),
  }
}
