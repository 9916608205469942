import { useCallback } from 'react'
import { useZip, type ZipWork } from '#studio/features/image/export/use-zip.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import { countStates, type ItemState, type QueueState } from '#studio/features/image/queue/queue-state.ts'
import { type SaveVideo, useSaveVideo } from '#studio/features/video/export/use-save-video.ts'
import type { VideoQueue } from '#studio/features/video/queue/video-queue.ts'
import type { VideoState } from '#studio/features/video/queue/video-state.ts'
import { useStore } from '#studio/hooks/use-store.ts'
import type { Desk } from './desk-state.ts'
import type { DeskStore } from './use-desk.ts'

/** What the list of the page and its bar on phones need. */
export type DeskParts = {
  readonly desk: Desk
  readonly images: QueueState
  readonly videos: VideoState
  readonly counts: Readonly<Record<ItemState, number>>
  readonly imageQueue: ImageQueue
  readonly videoQueue: VideoQueue
  readonly selectImage: (id: string) => void
  readonly selectVideo: (id: string) => void
  readonly zip: ZipWork
  readonly saving: SaveVideo
  readonly onPick: () => void
  readonly onClear: () => void
}

export function useDeskParts(
  store: DeskStore,
  imageQueue: ImageQueue,
  videoQueue: VideoQueue,
  onPick: () => void,
): DeskParts {
  const images = useStore(imageQueue)
  return {
    desk: useStore(store),
    images,
    videos: useStore(videoQueue),
    counts: countStates(images.items),
    imageQueue,
    videoQueue,
    selectImage: useCallback((id: string) => store.select({ kind: 'image', id }), [store]),
    selectVideo: useCallback((id: string) => store.select({ kind: 'video', id }), [store]),
    zip: useZip(imageQueue),
    saving: useSaveVideo(),
    onPick,
    onClear: () => {
      imageQueue.clear()
      videoQueue.clear()
    },
  }
}
