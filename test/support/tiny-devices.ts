import { onTestFinished } from 'vitest'
import { fetchPart, sha256Of } from '#matting/fetch-part.ts'
import { type LoadNetworksOptions, loadNetworks } from '#matting/load-networks.ts'
import { modelCatalog } from '#matting/model-catalog.ts'
import type { ModelCatalog, PartedFile } from '#matting/model-entry.ts'
import { openModelFiles } from '#matting/model-files.ts'
import { openRuntime } from '#matting/ort-session.ts'
import { eitherStore, memoryStore, openCacheStore, type PartStore } from '#matting/part-store.ts'
import type { WrongAnswers } from '#matting/wrong-answers.ts'
import { tinySegmenter } from './tiny-networks.ts'

/** Every GPU device that is made from now on, until the test ends. */
export function watchDevices(): GPUDevice[] {
  const devices: GPUDevice[] = []
  const { requestDevice } = GPUAdapter.prototype
  GPUAdapter.prototype.requestDevice = async function (this: GPUAdapter, descriptor) {
    const device = await requestDevice.call(this, descriptor)
    devices.push(device)
    return device
  }
  onTestFinished(() => {
    GPUAdapter.prototype.requestDevice = requestDevice
  })
  return devices
}

export const rememberedIn = (held: Set<string>): WrongAnswers => ({
  has: async (key) => held.has(key),
  add: async (key) => {
    held.add(key)
  },
})

/** Networks of the catalogue's runtime over a network of two nodes that passes the self-test. */
export async function openTinyNetworks({
  graphFloat32 = tinySegmenter(),
  ...options
}: Pick<LoadNetworksOptions, 'ladder'> &
  Partial<LoadNetworksOptions> & { graphFloat32?: Uint8Array<ArrayBuffer> }) {
  const store = memoryStore()
  const files = {
    precision: 'fp16',
    weightsPath: 'weights.bin',
    weights: await keep(store, new Uint8Array(64)),
    graph: await keep(store, tinySegmenter()),
    graphFloat32: await keep(store, graphFloat32),
  } as const
  const catalog: ModelCatalog = {
    ...modelCatalog,
    model: { ...modelCatalog.model, networks: { small: files, large: files } },
  }
  return loadNetworks({
    catalog,
    files: openModelFiles(
      eitherStore(await openCacheStore(), store),
      fetchPart({ baseUrl: location.origin }),
    ),
    openRuntime,
    isolated: true,
    wrongAnswers: rememberedIn(new Set()),
    ...options,
  })
}

async function keep(store: PartStore, bytes: Uint8Array<ArrayBuffer>): Promise<PartedFile> {
  const sha256 = await sha256Of(bytes)
  await store.put(sha256, new Blob([bytes]))
  return { bytes: bytes.length, parts: [{ path: `models/${sha256}`, sha256, bytes: bytes.length }] }
}
