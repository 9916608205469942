import type { BackgroundService } from '#library/background-service.ts'
import type { CallOptions } from '#library/call-options.ts'
import { openTabChannel } from '#library/store/cross-tab.ts'
import type { Connection, ServiceAddress } from '#service/connection.ts'
import { laterService, remoteTraits } from '#service/later-service.ts'
import type { DeploymentConfig } from './deployment-config.ts'
import { keyItem } from './key-storage.ts'
import { type ConnectionParts, openConnection } from './open-connection.ts'

type StartOptions = {
  /** What the host of the studio says. */
  readonly config: Promise<DeploymentConfig>
  /** The service of this device, which can probe a video before it is sent. */
  readonly device: BackgroundService
  /** Wraps a service so that the activity log records its work. */
  readonly record: (service: BackgroundService) => Promise<BackgroundService>
}

/** The connection of this browser. */
export const startConnection = ({ config, device, record }: StartOptions): Connection => {
  const workers = device.onDevice?.workers
  const probe = workers && ((video: Blob, call: CallOptions) => workers.probeVideo({ video }, call))
  // Without an address nobody needs the client.
  const client = () => import('#service/remote/remote-service.ts')
  return openConnection({
    storages: { session: () => sessionStorage, device: () => localStorage },
    openService: (address, key) =>
      laterRemote(address, async () => {
        const { openRemoteService } = await client()
        return record(openRemoteService({ address, key, ...(probe && { probe }) }))
      }),
    openTestService: (address, key) =>
      laterRemote(address, async () => {
        const { openRemoteService } = await client()
        return openRemoteService({ address, key, tries: 1, silentSeconds: 20 })
      }),
    config: config.then(warned),
    tabs: browserTabs(),
  })
}

const laterRemote = ({ base }: ServiceAddress, open: () => Promise<BackgroundService>): BackgroundService =>
  laterService({ id: base, traits: remoteTraits }, open)

/** Repeats the problems of the config in the console, where the host of the studio may look. */
const warned = async (config: DeploymentConfig): Promise<DeploymentConfig> => {
  if (config.problems.length === 0) return config
  const { reasonText } = await import('#contract/error-reasons.ts')
  for (const problem of config.problems) console.warn(reasonText(problem))
  return config
}

/** The other tabs of this browser. They share the key of the device, and forget a key together. */
const browserTabs = (channel = openTabChannel('clearcut-connection')): ConnectionParts['tabs'] => ({
  tellForget: () => channel.postMessage('forget'),
  onChange: (listener) => {
    channel.onmessage = ({ data }) => data === 'forget' && listener(true)
    window.addEventListener('storage', ({ key }) => key === keyItem && listener(false))
  },
})
