import { expect, test } from 'vitest'
import { readCatalog } from '#build/network-source.ts'
import { memoryBlobStore } from '#matting/blob-store.ts'
import { listStoredFiles, openModelFiles } from '#matting/model-files.ts'
import type { NetworkEntry, PartedFile, ServedNetwork } from '#matting/network-catalog.ts'

const file = (name: string): PartedFile => ({ bytes: 8, parts: [{ path: name, sha256: name, bytes: 8 }] })
const network = (name: string): ServedNetwork => ({
  ...(readCatalog('.').networks[0] as NetworkEntry),
  name: `Test: ${name} network`,
  weightsPath: 'w',
  weights: file(`${name} weights`),
  graph: file(`${name} graph`),
  graphFloat32: file(`${name} float32`),
})
const catalog = {
  networks: [network('large'), network('small')],
  runtimes: { wasm: file('wasm'), webgpu: file('webgpu') },
}

const listOf = (...names: string[]) => {
  const store = memoryBlobStore(new Map(names.map((name) => [name, new Blob(['8 bytes.'])])))
  return listStoredFiles(
    catalog,
    openModelFiles(store, () => Promise.reject(new Error('nothing is fetched here'))),
  )
}

test('an empty store has an empty list', async () => {
  expect(await listOf()).toEqual([])
})

test('stored files are listed by name, each byte once', async () => {
  expect(await listOf('large weights', 'large float32', 'wasm', 'small graph', 'of 2019')).toEqual([
    { kind: 'network', name: 'Test: large network', bytes: 16 },
    { kind: 'network', name: 'Test: small network', bytes: 8 },
    { kind: 'wasm', bytes: 8 },
    { kind: 'earlier', bytes: 8 },
  ])
})
