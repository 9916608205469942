import { expect, test } from 'vitest'
import type { ServedNetwork } from '#matting/network-catalog.ts'
import { openFiles, shippedCatalog } from '#matting/open-networks.ts'
import { openRuntime } from '#matting/ort-session.ts'
import type { Runtime } from '#matting/runtime.ts'
import { noise, tinyUnet } from '#support/tiny-networks.ts'

const { signal } = new AbortController()
const size = { width: 64, height: 64 }
const picture = noise(3 * 64 * 64)
const { input, output } = shippedCatalog.networks[0] as ServedNetwork
const tensors = { input, output, weightsPath: 'none' }

async function start(backend: 'webgpu' | 'wasm', threads = 1): Promise<Runtime> {
  const files = await openFiles()
  const [wasmBinary] = await files.read([shippedCatalog.runtimes[backend]], {
    signal,
    onBytes: () => undefined,
  })
  if (!wasmBinary) throw new Error('the catalogue names no runtime')
  return openRuntime({ backend, threads, module: await WebAssembly.compile(wasmBinary) })
}

async function answerOf(runtime: Runtime): Promise<Float32Array> {
  const session = await runtime.openSession({ ...tensors, graph: tinyUnet(64), weights: new Uint8Array(64) })
  const matte = await session.run(picture, size, signal)
  expect(matte).toMatchObject(size)
  return matte.data
}

test('a U-Net gives the same result on WebGPU and WASM, within 1e-5', async () => {
  const [gpu, cpu] = [await start('webgpu'), await start('wasm')]
  const [onGpu, onCpu] = [await answerOf(gpu), await answerOf(cpu)]
  expect(new Set(onCpu).size).toBeGreaterThan(1000)
  const farthest = Math.max(...onGpu.map((value, index) => Math.abs(value - (onCpu[index] ?? Number.NaN))))
  expect(farthest).toBeLessThan(1e-5)
  await Promise.all([gpu.dispose(), cpu.dispose()])
})

test('a pass gives the same bits with one thread and two', async () => {
  const [one, two] = [await start('wasm', 1), await start('wasm', 2)]
  expect(await answerOf(one)).toEqual(await answerOf(two))
  await Promise.all([one.dispose(), two.dispose()])
})

test('an unreadable graph is refused, and the next one opens', async () => {
  const runtime = await start('wasm')
  const broken = { ...tensors, graph: new Uint8Array(64).fill(7), weights: new Uint8Array(64) }
  await expect(runtime.openSession(broken)).rejects.toThrow()
  expect(await answerOf(runtime)).toHaveLength(64 * 64)
  await runtime.dispose()
})

test('disposing of a runtime closes its GPU device', async () => {
  const runtime = await start('webgpu')
  await runtime.dispose()
  await expect(runtime.lost).resolves.toBeTypeOf('string')
})
