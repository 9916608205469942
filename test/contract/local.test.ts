import { openChannel } from '#channel/call.ts'
import { openImagePipeline } from '#pipeline/remove-image.ts'
import { openLocalAccount } from '#service/local/local-account.ts'
import { openLocalService } from '#service/local/local-service.ts'
import { fakeMatter } from '#support/fake-matter.ts'
import { memoryLedger } from '#support/memory-ledger.ts'
import { memoryBrowser } from '#support/memory-videos.ts'
import { decodeImage, encodeImage } from '#support/node-codecs.ts'
import { workerInProcess } from '#support/worker-in-process.ts'
import type { ImageApi } from '#workers/image.worker.ts'
import { runServiceSuite } from './service-suite.ts'

runServiceSuite({
  name: 'the local service',
  newService: async () => {
    const { removeImage, warm } = openImagePipeline({ decodeImage, encodeImage, matter: fakeMatter })
    const engine = openChannel<ImageApi>({ spawn: () => workerInProcess({ removeImage, warm }) })
    const account = openLocalAccount(memoryLedger(), () => new Date(2026, 7, 1))
    const { videos } = memoryBrowser({ account }).openTab()
    return { service: openLocalService({ engine, account, videos }), close: async () => engine.close() }
  },
})
