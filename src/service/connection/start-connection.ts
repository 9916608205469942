import type { BackgroundService } from '#library/background-service.ts'
import type { CallOptions } from '#library/call-options.ts'
import { openTabChannel } from '#library/store/cross-tab.ts'
import type { Connection, ServiceAddress } from '#service/connection.ts'
import { laterService, remoteTraits } from '#service/later-service.ts'
import type { DeploymentConfig } from './deployment-config.ts'
import { keyItem } from './key-storage.ts'
import { type ConnectionParts, openConnection } from './open-connection.ts'

type StartOptions = {
  /** The config of the studio's host. */
  readonly config: Promise<DeploymentConfig>
  /** The service of this device, which probes videos before they are sent. */
  readonly device: BackgroundService
  /** Wraps a service so that its requests are logged. */
  readonly record: (service: BackgroundService) => Promise<BackgroundService>
}

/** Opens the connection of this browser. */
export const startConnection = ({ config, device, record }: StartOptions): Connection => {
  const workers = device.onDevice?.workers
  const probe = workers && ((video: Blob, call: CallOptions) => workers.probeVideo({ video }, call))
  // Without an address the client is not needed.
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

/** Logs the problems of the config to the console, for the studio's host. */
const warned = async (config: DeploymentConfig): Promise<DeploymentConfig> => {
  if (config.problems.length === 0) return config
  const { reasonText } = await import('#contract/error-reasons.ts')
  for (const problem of config.problems) console.warn(reasonText(problem))
  return config
}

/** Shares the device's key among tabs, and forgets it in all of them. */
const browserTabs = (channel = openTabChannel('clearcut-connection')): ConnectionParts['tabs'] => ({
  tellForget: () => channel.postMessage('forget'),
  onChange: (listener) => {
    channel.onmessage = ({ data }) => data === 'forget' && listener(true)
    window.addEventListener('storage', ({ key }) => key === keyItem && listener(false))
  },
})
