import { afterEach, expect, test } from 'vitest'
import { chooseLadder, type DeviceFacts, probeDevice, type Rung } from '#matting/device.ts'
import { fetchPart, sha256Of } from '#matting/fetch-part.ts'
import { type LoadNetworksOptions, loadNetworks } from '#matting/load-networks.ts'
import { modelCatalog } from '#matting/model-catalog.ts'
import type { ModelCatalog, PartedFile } from '#matting/model-entry.ts'
import { openModelFiles } from '#matting/model-files.ts'
import { openNetworks } from '#matting/open-networks.ts'
import { openRuntime } from '#matting/ort-session.ts'
import { eitherStore, memoryStore, openCacheStore, type PartStore } from '#matting/part-store.ts'
import { selfTestFault, selfTestInput, selfTestSize } from '#matting/self-test.ts'
import type { WrongAnswers } from '#matting/wrong-answers.ts'
import { tinySegmenter } from '#support/tiny-networks.ts'

const call = { signal: new AbortController().signal, onProgress: () => undefined }
const facts: DeviceFacts = await probeDevice()

test('this browser plays a GPU in software, without fp16', () => {
  expect(facts.gpu).toMatchObject({ isSoftware: true, hasFp16: false })
  expect(facts.isolated).toBe(true)
})

test('the small network of the catalogue finds a disc on the processor, at 128 and at 320 px', async () => {
  const networks = await openNetworks({ device: 'cpu' })
  expect(networks.isLoaded('small')).toBe(false)
  await networks.load('small', call)
  expect(networks.isLoaded('small')).toBe(true)
  expect(networks.isLoaded('large')).toBe(false)
  expect(selfTestFault(await networks.run('small', selfTestInput(), selfTestSize, call))).toBeUndefined()

  const size = { width: 320, height: 320 }
  const matte = await networks.run(
    'small',
    scaledUp(selfTestInput(), selfTestSize.width, size.width),
    size,
    call,
  )
  const share = matte.data.reduce((sum, value) => sum + value, 0) / matte.data.length
  expect(share).toBeCloseTo(Math.PI * 0.3 ** 2, 2)
  expect(networks.device).toMatchObject({ backend: 'wasm', precision: 'int8+fp16', notes: [] })
  await networks.dispose()
})

test('on WebGPU the large network stands for the small one', async () => {
  const networks = await tinyNetworks({ ladder: chooseLadder(facts, 'gpu') })
  await networks.load('small', call)
  expect(networks.isLoaded('large')).toBe(true)
  await networks.dispose()
})

test('a lost GPU device is replaced once, then the processor takes over and says so', async () => {
  const devices = watchDevices()
  const networks = await tinyNetworks({ ladder: chooseLadder(facts, 'gpu') })
  const run = () => networks.run('large', selfTestInput(), selfTestSize, call)
  await run()
  expect(devices.length).toBe(1)

  devices[0]?.destroy()
  expect(selfTestFault(await run())).toBeUndefined()
  expect(devices.length).toBe(2)
  expect(networks.device.backend).toBe('webgpu')
  expect(networks.device.notes).toEqual([
    expect.stringMatching(/^WebGPU in float32 was started again: .*lost/),
  ])

  devices[1]?.destroy()
  expect(selfTestFault(await run())).toBeUndefined()
  expect(networks.device.backend).toBe('wasm')
  expect(networks.device.notes).toHaveLength(2)
  expect(networks.device.notes[1]).toMatch(/^CPU, \d threads? took over from WebGPU in float32: .*lost/)
  await networks.dispose()
})

test('a device that is lost in the middle of a pass costs the pass nothing but time', async () => {
  const devices = watchDevices()
  const networks = await tinyNetworks({ ladder: chooseLadder(facts, 'gpu') })
  await networks.load('large', call)
  const pass = networks.run('large', selfTestInput(), selfTestSize, call)
  devices[0]?.destroy()
  expect(selfTestFault(await pass)).toBeUndefined()
  expect(devices.length).toBe(2)
  await networks.dispose()
})

test.for(['nothing', 'light'] as const)(
  'a GPU that finds %s is left, and left out the next time',
  async (answer) => {
    const ladder = chooseLadder(facts, 'gpu')
    const wrongAnswers = rememberedIn(new Set())
    const options = { ladder, wrongAnswers, graphFloat32: tinySegmenter(answer) }
    const networks = await tinyNetworks(options)
    expect(selfTestFault(await networks.run('large', selfTestInput(), selfTestSize, call))).toBeUndefined()
    expect(networks.device.backend).toBe('wasm')
    expect(networks.device.notes).toEqual([
      expect.stringMatching(/took over from WebGPU in float32: .*self-test/),
    ])
    await networks.dispose()

    const again = await tinyNetworks(options)
    expect(again.device.backend).toBe('wasm')
    expect(again.device.notes).toEqual([expect.stringMatching(/WebGPU in float32 is passed over/)])
    await again.dispose()
  },
)

test('where threads do not start, a fresh copy of the runtime runs with one', async () => {
  const networks = await tinyNetworks({
    ladder: [cpu(2), cpu(1)],
    openRuntime: (options) =>
      options.threads > 1 ? Promise.reject(new Error('no more threads')) : openRuntime(options),
  })
  expect(selfTestFault(await networks.run('small', selfTestInput(), selfTestSize, call))).toBeUndefined()
  expect(networks.device).toMatchObject({ label: 'CPU, 1 thread', threads: 1 })
  expect(networks.device.notes).toEqual(['CPU, 1 thread took over from CPU, 2 threads: no more threads.'])
  await networks.dispose()
})

test('when no device is left the error is internal_server_error', async () => {
  const networks = await tinyNetworks({
    ladder: [cpu(1)],
    openRuntime: () => Promise.reject(new Error('no WASM')),
  })
  await expect(networks.load('small', call)).rejects.toMatchObject({ code: 'internal_server_error' })
})

test('a pass whose caller left while it waited does not run, and the next one does', async () => {
  const networks = await tinyNetworks({ ladder: [cpu(1)] })
  await networks.load('small', call)
  const leaving = new AbortController()
  const first = networks.run('small', selfTestInput(), selfTestSize, call)
  const second = networks.run('small', selfTestInput(), selfTestSize, { ...call, signal: leaving.signal })
  leaving.abort()
  await expect(second).rejects.toMatchObject({ name: 'AbortError' })
  expect(selfTestFault(await first)).toBeUndefined()
  expect(selfTestFault(await networks.run('small', selfTestInput(), selfTestSize, call))).toBeUndefined()
  await networks.dispose()
})

const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0)) step()
})

/** Every GPU device that is made from now on. */
function watchDevices(): GPUDevice[] {
  const devices: GPUDevice[] = []
  const { requestDevice } = GPUAdapter.prototype
  GPUAdapter.prototype.requestDevice = async function (this: GPUAdapter, descriptor) {
    const device = await requestDevice.call(this, descriptor)
    devices.push(device)
    return device
  }
  undo.push(() => {
    GPUAdapter.prototype.requestDevice = requestDevice
  })
  return devices
}

const cpu = (threads: number): Rung => {
  const [rung] = chooseLadder({ isolated: true, cores: threads, isIos: false })
  if (!rung) throw new Error('a ladder has rungs')
  return rung
}

const rememberedIn = (held: Set<string>): WrongAnswers => ({
  has: async (key) => held.has(key),
  add: async (key) => {
    held.add(key)
  },
})

/** Networks of the catalogue's runtime over a network of two nodes that passes the self-test. */
async function tinyNetworks({
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

/** The nearest pixel's value; `from` and `to` are sides of squares. */
function scaledUp(picture: Float32Array, from: number, to: number): Float32Array {
  return Float32Array.from({ length: 3 * to * to }, (_, index) => {
    const [channel, rest] = [Math.floor(index / (to * to)), index % (to * to)]
    const [y, x] = [Math.floor(rest / to), rest % to].map((place) => Math.floor((place * from) / to))
    return picture[channel * from * from + (y ?? 0) * from + (x ?? 0)] ?? 0
  })
}
