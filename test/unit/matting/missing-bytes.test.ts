import { expect, test } from 'vitest'
import { levelsWithFirstLook, missingBytes } from '#matting/model-files.ts'
import type { NetworkCatalog, PartedFile } from '#matting/network-catalog.ts'
import { twoNetworkPasses } from '#support/pass-table.ts'

const file = (bytes: number): PartedFile => ({ bytes, parts: [] })
const [smallGraph, smallWeights] = [file(1), file(10)]
const [largeGraph, largeFloat32, largeWeights] = [file(100), file(200), file(1000)]
const catalog = {
  networks: [
    { id: 'isnet-int8', graph: smallGraph, weights: smallWeights },
    { id: 'isnet-fp16', graph: largeGraph, graphFloat32: largeFloat32, weights: largeWeights },
  ],
  passes: twoNetworkPasses,
  runtimes: { wasm: file(10_000), webgpu: file(20_000) },
} as unknown as NetworkCatalog

const keeping = (...kept: PartedFile[]) => ({
  storedBytes: async (wanted?: PartedFile) => (wanted && kept.includes(wanted) ? wanted.bytes : 0),
})
const [cpu, gpu, gpuFloat32] = [
  { backend: 'wasm', precision: 'int8+fp16', threads: 2 },
  { backend: 'webgpu', precision: 'fp16', threads: 1 },
  { backend: 'webgpu', precision: 'float32', threads: 1 },
] as const

test('a network of the kernels needs no onnxruntime', async () => {
  const kernels = { plain: file(3), relaxed: file(4), shared: file(5), sharedRelaxed: file(6) }
  const networks = catalog.networks.map((network, at) =>
    at === 0 ? { ...network, engine: 'kernels' as const } : network,
  )
  const own = { ...catalog, networks, kernels }
  expect(await missingBytes(own, cpu, keeping())).toMatchObject({ fast: 17, balanced: 11_117 })
  expect(await missingBytes(own, { ...cpu, threads: 1 }, keeping())).toMatchObject({ fast: 15 })
})

test('every level needs only the fp16 network on WebGPU', async () => {
  expect(await missingBytes(catalog, gpu, keeping())).toEqual({
    fast: 21_100,
    balanced: 21_100,
    fine: 21_100,
  })
  expect((await missingBytes(catalog, gpuFloat32, keeping())).fine).toBe(21_200)
})

test('stored files are not missing', async () => {
  const stored = keeping(catalog.runtimes.wasm, smallGraph, smallWeights)
  expect(await missingBytes(catalog, cpu, stored)).toEqual({ fast: 0, balanced: 1100, fine: 1100 })
})

test('a first look is for levels whose network is fetched later', async () => {
  expect(await levelsWithFirstLook(catalog, cpu, keeping())).toEqual(['fine'])
  expect(await levelsWithFirstLook(catalog, cpu, keeping(smallGraph, smallWeights))).toEqual(['fine'])
  expect(await levelsWithFirstLook(catalog, cpu, keeping(largeGraph, largeWeights))).toEqual([])
  expect(await levelsWithFirstLook(catalog, gpu, keeping())).toEqual([])
})
