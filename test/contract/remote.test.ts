import { openRemoteService } from '#service/remote/remote-service.ts'
import { startApiServer, testKey } from '#support/api-server.ts'
import { runServiceSuite } from './service-suite.ts'

runServiceSuite({
  name: 'the remote service',
  newService: async () => {
    const server = await startApiServer({
      videos: 'scripted',
      accounts: { [testKey]: { maxCredits: 10_000 } },
    })
    return {
      service: openRemoteService({
        address: { base: server.url, isLegacy: false },
        key: () => testKey,
        gapSeconds: 0,
      }),
      passHours: async (hours) => server.advance(hours * 3_600_000),
      close: server.close,
    }
  },
})
