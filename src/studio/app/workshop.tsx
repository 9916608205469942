import { useEffect } from 'react'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import { useImageQueue } from '#studio/features/image/use-image-queue.ts'
import { useVideoQueue } from '#studio/features/video/queue/use-video-queue.ts'
import type { VideoQueue } from '#studio/features/video/queue/video-queue.ts'
import { Region } from '#studio/ui/region.tsx'
import { StudioPage } from './studio-page.tsx'
import { useDesk } from './use-desk.ts'

type Props = {
  readonly onQueues: (queues: { readonly images: ImageQueue; readonly videos: VideoQueue }) => void
  readonly onHelp: () => void
}

/** Holds the pictures and videos, so that they and their work outlive a fault of the page that shows them. */
export function Workshop({ onQueues, onHelp }: Props) {
  const images = useImageQueue()
  const videos = useVideoQueue()
  const desk = useDesk(images, videos)
  useEffect(() => onQueues({ images, videos }), [onQueues, images, videos])
  return (
    <Region name="The page" look="main" className="flex-1">
      <StudioPage imageQueue={images} videoQueue={videos} desk={desk} onHelp={onHelp} />
    </Region>
  )
}
