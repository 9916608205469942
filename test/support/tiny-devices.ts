import { onTestFinished } from 'vitest'
import { sha256Hex } from '#base/sha256.ts'
import type { BackendDenylist } from '#matting/backend-denylist.ts'
import {
  type BlobStore,
  fallbackBlobStore,
  memoryBlobStore,
  openCacheBlobStore,
} from '#matting/blob-store.ts'
import { fetchPart } from '#matting/fetch-part.ts'
import { openModelFiles } from '#matting/model-files.ts'
import type { NetworkCatalog, NetworkFiles, PartedFile } from '#matting/network-catalog.ts'
import { type NetworksOptions, openNetworksWithFallbacks } from '#matting/networks.ts'
import { shippedCatalog } from '#matting/open-networks.ts'
import { openRuntime } from '#matting/ort-session.ts'
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

export const denylistIn = (held: Set<string>): BackendDenylist => ({
  has: async (key) => held.has(key),
  add: async (key) => {
    held.add(key)
  },
})

/** Networks of the catalogue's runtime over a network of two nodes that passes the self-test. */
export async function openTinyNetworks({
  graphFloat32 = tinySegmenter(),
  ...options
}: Pick<NetworksOptions, 'candidates'> &
  Partial<NetworksOptions> & { graphFloat32?: Uint8Array<ArrayBuffer> }) {
  const store = memoryBlobStore()
  const files: NetworkFiles = {
    weightsPath: 'weights.bin',
    weights: await keep(store, new Uint8Array(64)),
    graph: await keep(store, tinySegmenter()),
    graphFloat32: await keep(store, graphFloat32),
  }
  const catalog: NetworkCatalog = {
    ...shippedCatalog,
    // Its graph is for onnxruntime, and has one output, not the features that the shipped ones have beside it.
    networks: shippedCatalog.networks.map(({ engine: _engine, features: _features, ...network }) => ({
      ...network,
      ...files,
    })),
  }
  return openNetworksWithFallbacks({
    catalog,
    files: openModelFiles(
      fallbackBlobStore(await openCacheBlobStore(), store),
      fetchPart({ baseUrl: location.origin }),
    ),
    openRuntime,
    isolated: true,
    denylist: denylistIn(new Set()),
    ...options,
  })
}

async function keep(store: BlobStore, bytes: Uint8Array<ArrayBuffer>): Promise<PartedFile> {
  const sha256 = await sha256Hex(bytes)
  await store.put(sha256, new Blob([bytes]))
  return { bytes: bytes.length, parts: [{ path: `models/${sha256}`, sha256, bytes: bytes.length }] }
}
