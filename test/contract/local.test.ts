import { openChannel } from '#channel/open-channel.ts'
import { openLocalAccount } from '#library/store/local-account.ts'
import { callWorkers, type WorkerChannels } from '#library/workers/worker-calls.ts'
import { openImagePipeline } from '#pipeline/remove-image.ts'
import { openLocalService } from '#service/local/local-service.ts'
import { fakeMatter } from '#support/fake-matter.ts'
import { memoryBrowser } from '#support/memory-browser.ts'
import { memoryCredits } from '#support/memory-storage.ts'
import { nodeCodecs } from '#support/node-codecs.ts'
import { workerInProcess } from '#support/worker-in-process.ts'
import type { ImageApi } from '#workers/image.worker.ts'
import { runServiceSuite } from './service-suite.ts'

runServiceSuite({
  name: 'the local service',
  newService: async () => {
    const { removeImage, warm } = openImagePipeline({
      ...nodeCodecs,
      matter: fakeMatter,
    })
    const engine = openChannel<ImageApi>({ spawn: () => workerInProcess({ removeImage, warm }) })
    let passedMs = 0
    const now = () => new Date(Date.UTC(2026, 7, 1, 12) + passedMs + performance.now())
    const account = openLocalAccount(memoryCredits(), now)
    const { videos } = memoryBrowser({ account, now }).openTab({ stepMs: 2 })
    return {
      service: openLocalService({
        calls: callWorkers({ image: engine } as Partial<WorkerChannels> as WorkerChannels),
        account,
        videos,
      }),
      passHours: async (hours) => {
        passedMs += hours * 3_600_000
      },
      close: async () => engine.close(),
    }
  },
})
