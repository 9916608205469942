import { expect, test } from 'vitest'
import { readCatalog } from '#build/networks/network-source.ts'
import { type BlobStore, memoryBlobStore } from '#matting/blob-store.ts'
import { listStoredFiles, openModelFiles } from '#matting/model-files.ts'
import type { NetworkEntry, PartedFile, ServedNetwork } from '#matting/network-catalog.ts'

const file = (name: string): PartedFile => ({ bytes: 8, parts: [{ path: name, sha256: name, bytes: 8 }] })
const inParts = (name: string): PartedFile => ({
  bytes: 16,
  parts: [1, 2].map((at) => ({ path: `${name} ${at}`, sha256: `${name} ${at}`, bytes: 8 })),
})
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
  runtimes: { wasm: file('wasm'), webgpu: inParts('webgpu') },
}

const blob = new Blob(['8 bytes.'])
const listOf = (...names: string[]) => {
  const store = memoryBlobStore(new Map(names.map((name) => [name, blob])))
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
    { kind: 'network', name: 'Test: large network', bytes: 16, isUnfinished: false },
    { kind: 'network', name: 'Test: small network', bytes: 8, isUnfinished: true },
    { kind: 'wasm', bytes: 8, isUnfinished: false },
  ])
})

test('a file of which parts have come is unfinished', async () => {
  expect(await listOf('webgpu 1')).toEqual([{ kind: 'webgpu', bytes: 8, isUnfinished: true }])
  expect(await listOf('webgpu 1', 'webgpu 2')).toEqual([{ kind: 'webgpu', bytes: 16, isUnfinished: false }])
})

test('a part that arrives meanwhile belongs to its network', async () => {
  const held = new Map([['large weights', blob]])
  const store = memoryBlobStore(held)
  const arriving: BlobStore = {
    ...store,
    list: async () => {
      const stored = await store.list()
      held.set('large graph', blob)
      return stored
    },
  }
  const files = openModelFiles(arriving, () => Promise.reject(new Error('nothing is fetched here')))
  const kinds = (await listStoredFiles(catalog, files)).map(({ kind }) => kind)
  expect(kinds).toEqual(['network'])
})
