import { useEffect } from 'react'
import { currentRunLocation } from '#library/videos/video-item.ts'
import type { VideoQueue } from '#library/videos/video-queue.ts'
import type { PageList } from '#studio/items/media-kind.ts'
import { activeItem } from '#studio/items/tab-progress.ts'
import { useActivityList } from '#studio/queries/activity.ts'
import { useStore } from '#studio/state/store.ts'
import { useWakeLock } from '#studio/state/use-browser-state.ts'
import { useConnection } from '#studio/state/use-studio.ts'
import type { SaveVideo } from './export/save-video.ts'

type Props = {
  readonly list: PageList
  readonly queue: VideoQueue
  readonly saving: SaveVideo
}

/**
 * Follows the jobs of all videos while the page is shown, and keeps the screen on while this device works on one or
 * saves frames.
 */
export function VideoUpkeep({ list, queue, saving }: Props) {
  const { items } = useStore(queue)
  const { running } = useStore(saving.frames)
  const here = items.filter((item) => currentRunLocation(item) === 'device')
  useSentVideos(queue)
  useWakeLock(running !== null || activeItem(here, list) !== null)
  return null
}

/** Updates the list from the activity log's entries about jobs of services. */
function useSentVideos(queue: VideoQueue): void {
  const isConnected = useConnection().service !== null
  const log = useActivityList()
  useEffect(() => queue.applyLog(log ?? [], Date.now()), [queue, log])
  useEffect(() => {
    if (isConnected) return
    for (const item of queue.get().items) queue.setRunLocation(item.id, 'device')
  }, [queue, isConnected])
}
