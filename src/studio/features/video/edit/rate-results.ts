import type { QueryClient } from '@tanstack/react-query'
import { createTaskQueue } from '#base/promises.ts'
import { maxUncertainty } from '#contract/video-edits.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { ItemList } from '#library/items/item-list.ts'
import { matteResult } from '#library/videos/clip-doubt.ts'
import { isVideo } from '#library/videos/video-item.ts'
import type { VideoQueue } from '#library/videos/video-queue.ts'
import { advanceVideo } from '#library/videos/video-state.ts'
import { matteRatings } from '#studio/queries/edited-frame.ts'
import { uncertainFrames } from './uncertain-frames.ts'

type Parts = {
  readonly list: Pick<ItemList, 'update'>
  readonly queue: Pick<VideoQueue, 'get' | 'subscribe'>
  readonly client: QueryClient
  readonly service: BackgroundService
}

/** Rates the newest result of each clip once, one at a time, so that the list shows which need a check. */
export function rateResults({ list, queue, client, service }: Parts): void {
  const asked = new Set<string>()
  const enqueue = createTaskQueue()
  const look = () => {
    for (const item of queue.get().items) {
      const made = matteResult(item)
      const jobId = made?.job.id
      if (!jobId || item.rated?.jobId === jobId || asked.has(jobId)) continue
      asked.add(jobId)
      const ratings = matteRatings(service, jobId, made.edits, made.edits ? 'made' : 'unedited')
      void enqueue(async () => {
        const frames = await client.fetchQuery(ratings)
        const most = frames.reduce((sum, { uncertainty }) => Math.max(sum, uncertainty), 0)
        const doubt = Math.min(1, most / (2 * maxUncertainty))
        const rated = { jobId, places: uncertainFrames(frames).length, doubt }
        list.update(item.id, (now) => (isVideo(now) ? advanceVideo(now, { type: 'rated', rated }) : now))
        // A result without its mattes cannot be rated.
      }).catch(() => {})
    }
  }
  look()
  queue.subscribe(look)
}
