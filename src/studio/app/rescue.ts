import type { QueryClient } from '@tanstack/react-query'
import type { ActivityLog } from '#service/activity.ts'
import type { BackgroundService } from '#service/background-service.ts'
import type { Connection } from '#service/connection.ts'
import { resultMaker } from '#studio/features/image/export/make-result.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { VideoQueue } from '#studio/features/video/queue/video-queue.ts'
import type { Rescue } from '#studio/hooks/use-rescue.ts'
import type { Store } from '#studio/state/create-store.ts'
import type { Settings } from '#studio/state/settings.ts'
import { countResults, saveEverything } from './save-everything.ts'

type Queues = { readonly images: ImageQueue; readonly videos: VideoQueue }

type Parts = {
  readonly service: BackgroundService
  readonly connection: Pick<Connection, 'get'>
  readonly ledger: ActivityLog
  readonly settings: Pick<Store<Settings>, 'get'>
  readonly client: QueryClient
}

/** Saves what is finished without any component: it works as well when none is left. */
export const createRescue = (
  parts: Parts,
): Rescue & {
  /** Learns where the pictures and videos are. */
  readonly hold: (queues: Queues) => void
} => {
  const { service, connection, ledger, settings, client } = parts
  let queues: Queues | null = null
  return {
    hold: (next) => {
      queues = next
    },
    count: () => (queues ? countResults(queues) : 0),
    save: async (call) => {
      if (!queues) return { said: '', notes: '' }
      const { images, videos } = queues
      const { recipe } = settings.get()
      const makeResult = resultMaker({ queue: images, service, client })
      const keepers = { device: service, service: connection.get().service, ledger }
      return saveEverything({ images, videos, recipe, makeResult, client, keepers }, call)
    },
  }
}
