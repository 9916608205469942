import { onTestFinished } from 'vitest'
import type { BackgroundService } from '#library/background-service.ts'
import { openRemoteService, type RemoteParts } from '#service/remote/remote-service.ts'
import type { RetryClock } from '#service/remote/retry.ts'
import { type ApiServer, type ApiServerOptions, startApiServer, testKey } from './api-server.ts'
import { paintPhoto, toBlob } from './painted-photo.ts'

export type RemoteUnderTest = {
  readonly server: ApiServer
  readonly service: BackgroundService
  /** What the service was opened with. */
  readonly parts: RemoteParts
  /** Every wait between two tries, in seconds. */
  readonly waits: readonly number[]
  /** The requests to `/remove` so far. */
  posts(): number
}

/** A remote service and the server it talks to over real HTTP. Waits take no time but advance the server's clock. */
export const openRemote = async (
  parts: Partial<RemoteParts> = {},
  options: ApiServerOptions = {},
): Promise<RemoteUnderTest> => {
  const server = await startApiServer({
    videos: 'scripted',
    accounts: { [testKey]: { maxCredits: 1000 } },
    ...options,
  })
  onTestFinished(server.close)
  const waits: number[] = []
  const clock: RetryClock = {
    now: server.now,
    steadySeconds: () => server.now().getTime() / 1000,
    random: () => 0.5,
    wait: async (seconds, signal) => {
      signal.throwIfAborted()
      waits.push(seconds)
      server.advance(seconds * 1000)
    },
  }
  const all: RemoteParts = {
    address: { base: server.url, isLegacy: false },
    key: () => testKey,
    gapSeconds: 0,
    clock,
    ...parts,
  }
  return {
    server,
    service: openRemoteService(all),
    parts: all,
    waits,
    posts: () => server.requests.filter(({ method }) => method === 'POST').length,
  }
}

/** A photo that is cut out fast because it is small. */
export const smallPhoto = () => toBlob(paintPhoto({ width: 40, height: 30 }).png())
