import { chooseLadder, type DeviceWish, probeDevice } from './device.ts'
import { fetchPart } from './fetch-part.ts'
import { loadNetworks } from './load-networks.ts'
import { modelCatalog } from './model-catalog.ts'
import { type ModelFiles, openModelFiles } from './model-files.ts'
import type { Networks } from './networks.ts'
import { openRuntime } from './ort-session.ts'
import { eitherStore, memoryStore, openCacheStore, type PartStore } from './part-store.ts'
import { openWrongAnswers } from './wrong-answers.ts'

export type OpenNetworksOptions = {
  /** Overrules the choice of device; `auto` where absent. */
  readonly device?: DeviceWish
  /**
   * Keeps what the Cache API cannot (no quota, plain http); this worker's memory where absent. A page
   * that holds it spares the next worker the download.
   */
  readonly weightsHolder?: PartStore
}

/** The networks of the catalogue's model on the best device of this browser. Loads nothing yet. */
export async function openNetworks({
  device = 'auto',
  weightsHolder,
}: OpenNetworksOptions = {}): Promise<Networks> {
  const facts = await probeDevice()
  return loadNetworks({
    catalog: modelCatalog,
    files: await openFiles(weightsHolder),
    openRuntime,
    ladder: chooseLadder(facts, device),
    isolated: facts.isolated,
    wrongAnswers: openWrongAnswers(buildOf()),
  })
}

/** The files behind the networks, for showing and deleting what is stored. */
export async function openFiles(weightsHolder: PartStore = memoryStore()): Promise<ModelFiles> {
  const cache = await openCacheStore().catch(() => undefined)
  const store = cache ? eitherStore(cache, weightsHolder) : weightsHolder
  return openModelFiles(
    store,
    fetchPart({ baseUrl: new URL(import.meta.env.BASE_URL, location.origin).href }),
  )
}

/** Names the files that a wrong answer could be the fault of. */
const buildOf = (): string => {
  const { model, runtimes } = modelCatalog
  const { graph, weights } = model.networks.large
  return [runtimes.webgpu, graph, weights].map(({ parts }) => parts[0]?.sha256.slice(0, 8)).join(' ')
}
