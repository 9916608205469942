import { openChannel } from '#channel/call.ts'
import type { Level } from '#contract/image-options.ts'
import type { BackgroundService } from '#service/background-service.ts'
import type { ImageApi } from '#workers/image.worker.ts'
import { indexedDbLedger } from './credit-ledger.ts'
import { openLocalAccount } from './local-account.ts'
import { openLocalService } from './local-service.ts'

/** The service of this device with its worker, its storage and its clock. The worker starts with the first call. */
export const startLocalService = (): BackgroundService => {
  let lastLevel: Level | undefined
  const engine = openChannel<ImageApi>({
    spawn: () => new Worker(new URL('../../../workers/image.worker.ts', import.meta.url), { type: 'module' }),
    // A worker had to go: make its successor ready for what is likely to come next.
    revive: async (ask) => lastLevel && ask('warm', lastLevel),
  })
  return openLocalService({
    engine,
    account: openLocalAccount(indexedDbLedger(), () => new Date()),
    onLevel: (level) => {
      lastLevel = level
    },
  })
}
