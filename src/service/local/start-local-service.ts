import { openChannel } from '#channel/call.ts'
import type { Level } from '#contract/image-options.ts'
import type { BackgroundService } from '#service/background-service.ts'
import type { ImageApi } from '#workers/image.worker.ts'
import { indexedDbLedger } from './credit-ledger.ts'
import { broadcastNews } from './job-news.ts'
import { indexedDbJobs } from './job-store.ts'
import { openLocalAccount } from './local-account.ts'
import { openLocalService } from './local-service.ts'
import { openLocalVideos } from './local-videos.ts'
import { webLock } from './tab-locks.ts'
import { overChannels } from './video-channels.ts'
import { opfsFiles } from './video-files.ts'
import { openVideoWorkers } from './video-workers.ts'

/**
 * The service of this device with its workers, its storage and its clock. A worker starts with its first
 * call. `base` is the absolute address of the studio; it ends with a slash.
 */
export const startLocalService = (base: string): BackgroundService => {
  let lastLevel: Level | undefined
  const engine = openChannel<ImageApi>({
    spawn: () => new Worker(new URL('../../../workers/image.worker.ts', import.meta.url), { type: 'module' }),
    // A worker had to go: make its successor ready for what is likely to come next.
    revive: async (ask) => lastLevel && ask('warm', lastLevel),
  })
  const now = () => new Date()
  const account = openLocalAccount(indexedDbLedger(), now)
  const videos = openLocalVideos({
    ...overChannels(openVideoWorkers()),
    store: indexedDbJobs(),
    files: opfsFiles(),
    news: broadcastNews(),
    lock: webLock,
    account,
    now,
    base,
    onFault: (thrown) =>
      console.error('A video job failed:', thrown, thrown instanceof Error ? thrown.cause : ''),
  })
  return openLocalService({
    engine,
    account,
    videos,
    onLevel: (level) => {
      lastLevel = level
    },
  })
}
