import { catalog } from 'virtual:model-catalog'
import type { ModuleStore } from '#base/module-store.ts'
import { openBackendDenylist } from './backend-denylist.ts'
import { type BlobStore, fallbackBlobStore, memoryBlobStore, openCacheBlobStore } from './blob-store.ts'
import { backendCandidates, type DevicePreference, probeDevice } from './device.ts'
import { fetchPart } from './fetch-part.ts'
import { deleteOtherParts, type ModelFiles, openModelFiles } from './model-files.ts'
import { deviceNeeds, type NetworkCatalog, type PartedFile } from './network-catalog.ts'
import type { Networks } from './networks.ts'
import { openNetworksWithFallbacks } from './networks.ts'
import { openRuntime } from './ort-session.ts'

/** The catalogue of this build, from src/build/networks/networks.json or the file in `MODEL_SOURCE`. */
export const shippedCatalog: NetworkCatalog = catalog

type OpenNetworksOptions = {
  /** Overrides the choice of device; default: `auto`. */
  readonly device?: DevicePreference
  /**
   * Stores what the Cache API cannot (no quota, plain http); default: this worker's memory. A store in the page spares
   * the next worker the download.
   */
  readonly weightsHolder?: BlobStore | undefined
  /** Modules that other workers have compiled. */
  readonly modules?: ModuleStore | undefined
}

/** The shipped networks on the best device. Loads nothing yet. */
export async function openNetworks({
  device = 'auto',
  weightsHolder,
  modules,
}: OpenNetworksOptions = {}): Promise<Networks> {
  const facts = await probeDevice()
  return openNetworksWithFallbacks({
    catalog,
    files: await openFiles(weightsHolder),
    openRuntime,
    modules,
    candidates: backendCandidates(facts, deviceNeeds(catalog), device),
    isolated: facts.isolated,
    denylist: openBackendDenylist(filesKey(catalog)),
  })
}

/** The files of the networks, to list and delete stored ones. Deletes the parts of other builds. */
export async function openFiles(weightsHolder: BlobStore = memoryBlobStore()): Promise<ModelFiles> {
  const cache = await openCacheBlobStore().catch(() => undefined)
  const store = cache ? fallbackBlobStore(cache, weightsHolder) : weightsHolder
  const files = openModelFiles(
    store,
    fetchPart({ baseUrl: new URL(import.meta.env.BASE_URL, location.origin).href }),
  )
  void deleteOtherParts(catalog, files).catch(() => {})
  return files
}

/** Changes with the files, so that other files get another chance on a denied backend. */
const filesKey = ({ networks, runtimes, kernels }: NetworkCatalog): string =>
  [
    ...[runtimes, kernels ?? {}].flatMap((engine) => Object.values<PartedFile>(engine)),
    ...networks.flatMap(({ graph, weights }) => [graph, weights]),
  ]
    .map(({ parts }) => parts[0]?.sha256.slice(0, 8))
    .join(' ')
