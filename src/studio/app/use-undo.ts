import { useEffect, useState } from 'react'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { VideoQueue } from '#studio/features/video/queue/video-queue.ts'
import { useStore } from '#studio/hooks/use-store.ts'
import { useWindowEvent } from '#studio/hooks/use-window-event.ts'
import type { DeskStore } from './use-desk.ts'

export type Undo = {
  /** How many things were taken out of the list and can be put back. */
  readonly count: number
  /** Puts them back, the last one on the stage. Answers false where there is nothing. */
  readonly run: () => boolean
  /** Lets them go now. */
  readonly dismiss: () => void
  /** While it is pointed at or focused, its time stands still. */
  readonly hold: (isHeld: boolean) => void
}

/** How long what was taken out can be put back, in milliseconds. */
const patienceMs = 12_000

/** Nothing that was waited for goes at the press of one key: for some seconds it can be put back. */
export function useUndo(desk: DeskStore, images: ImageQueue, videos: VideoQueue): Undo {
  const takenImages = useStore(images.aside)
  const takenVideos = useStore(videos.removedItems)
  const count = takenImages.length + takenVideos.length
  const [isHeld, hold] = useState(false)
  const dismiss = () => {
    images.purge()
    videos.purge()
  }
  useEffect(() => {
    if (count === 0 || isHeld) return
    const timer = setTimeout(() => {
      images.purge()
      videos.purge()
    }, patienceMs)
    return () => clearTimeout(timer)
  }, [images, videos, count, isHeld])
  useWindowEvent('pagehide', dismiss)
  return {
    count,
    hold,
    dismiss,
    run: () => {
      const video = takenVideos.at(-1)
      const image = takenImages.at(-1)
      images.putBack()
      videos.putBack()
      hold(false)
      if (video) desk.select({ kind: 'video', id: video.item.id })
      else if (image) desk.select({ kind: 'image', id: image.item.id })
      return count > 0
    },
  }
}
