import { reasonText } from '#contract/error-reasons.ts'
import type { BackgroundService } from '#service/background-service.ts'
import type { CallOptions } from '#service/call-options.ts'
import type { Connection } from '#service/connection.ts'
import { openTabChannel } from '#service/cross-tab.ts'
import { openRemoteService } from '#service/remote/remote-service.ts'
import type { DeploymentConfig } from './deployment-config.ts'
import { keyItem } from './key-storage.ts'
import { type ConnectionParts, openConnection } from './open-connection.ts'

type StartOptions = {
  /** What the host of the studio says. */
  readonly config: Promise<DeploymentConfig>
  /** The service of this device, which can probe a video before it is sent. */
  readonly device: BackgroundService
  /** Wraps a service so that the activity log records its work. */
  readonly record: (service: BackgroundService) => BackgroundService
}

/** The connection of this browser. */
export const startConnection = ({ config, device, record }: StartOptions): Connection => {
  const workers = device.onDevice?.workers
  const probe = workers && ((video: Blob, call: CallOptions) => workers.probeVideo({ video }, call))
  return openConnection({
    storages: { session: () => sessionStorage, device: () => localStorage },
    openService: (address, key) => record(openRemoteService({ address, key, ...(probe && { probe }) })),
    openTestService: (address, key) => openRemoteService({ address, key, tries: 1, silentSeconds: 20 }),
    config: config.then(warned),
    tabs: browserTabs(),
  })
}

/** Repeats the problems of the config in the console, where the host of the studio may look. */
const warned = (config: DeploymentConfig): DeploymentConfig => {
  for (const problem of config.problems) console.warn(reasonText(problem))
  return config
}

/** The other tabs of this browser. They share the key of the device, and forget a key together. */
const browserTabs = (channel = openTabChannel('clearcut-connection')): ConnectionParts['tabs'] => ({
  tellForget: () => channel.postMessage('forget'),
  onChange: (listener) => {
    channel.onmessage = () => listener(true)
    window.addEventListener('storage', ({ key }) => key === keyItem && listener(false))
  },
})
