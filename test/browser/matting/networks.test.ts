import { expect, test } from 'vitest'
import { scopedName } from '#base/scoped-name.ts'
import { reasonText } from '#contract/error-reasons.ts'
import { type BackendCandidate, backendCandidates, type DeviceFacts, probeDevice } from '#matting/device.ts'
import { findPeople } from '#matting/image-matter.ts'
import { deviceNeeds } from '#matting/network-catalog.ts'
import type { Networks } from '#matting/networks.ts'
import { openNetworks, shippedCatalog } from '#matting/open-networks.ts'
import { openRuntime } from '#matting/ort-session.ts'
import { selfTestFault, selfTestInput, selfTestSizeFor } from '#matting/self-test.ts'
import { turnEventLoop } from '#support/event-loop.ts'
import { denylistIn, openTinyNetworks as tinyNetworks, watchDevices } from '#support/tiny-devices.ts'
import { tinySegmenter } from '#support/tiny-networks.ts'

const call = { signal: new AbortController().signal, onProgress: () => undefined }
const facts: DeviceFacts = await probeDevice()
const needs = deviceNeeds(shippedCatalog)
const selfTestSize = selfTestSizeFor({ multipleOf: 64 })

const notesOf = ({ device }: Networks) => device.notes.map((note) => reasonText(note))

test('this browser emulates a GPU in software, without fp16', () => {
  expect(facts.gpu).toMatchObject({ isSoftware: true, hasFp16: false })
  expect(facts.isolated).toBe(true)
})

test('the shipped int8 network finds a disc at 128 and 320 px', async () => {
  const networks = await openNetworks({ device: 'cpu' })
  expect(networks.isLoaded('isnet-pruned-int8')).toBe(false)
  await networks.load('isnet-pruned-int8', call)
  expect(networks.isLoaded('isnet-pruned-int8')).toBe(true)
  expect(networks.isLoaded('isnet-tuned-fp16')).toBe(false)
  expect(
    selfTestFault(
      await networks.run('isnet-pruned-int8', selfTestInput(selfTestSize), selfTestSize, call),
      selfTestSize,
    ),
  ).toBeUndefined()

  const size = { width: 320, height: 320 }
  const matte = await networks.run(
    'isnet-pruned-int8',
    scaledUp(selfTestInput(selfTestSize), selfTestSize.width, size.width),
    size,
    call,
  )
  const share = matte.data.reduce((sum, value) => sum + value, 0) / matte.data.length
  expect(share).toBeCloseTo(Math.PI * 0.3 ** 2, 2)
  expect(networks.device).toMatchObject({ backend: 'wasm', precision: 'int8', notes: [] })
  await networks.dispose()
})

test('a pass waits for that of another worker or tab', async () => {
  const networks = await openNetworks({ device: 'cpu' })
  await networks.load('isnet-pruned-int8', call)
  const passes: string[] = []
  const stop = new AbortController()
  const begin = (name: string, signal = call.signal) =>
    networks
      .run('isnet-pruned-int8', selfTestInput(selfTestSize), selfTestSize, { ...call, signal })
      .then(() => passes.push(name))
  const { waiting, stopped } = await navigator.locks.request(scopedName('clearcut-pass'), async () => {
    const begun = { waiting: begin('photo'), stopped: begin('clip', stop.signal) }
    const isQueued = async () => (await navigator.locks.query()).pending?.length === 2
    while (!(await isQueued())) await turnEventLoop()
    stop.abort()
    await expect(begun.stopped).rejects.toMatchObject({ name: 'AbortError' })
    expect(passes).toEqual([])
    return begun
  })
  await waiting
  await stopped.catch(() => {})
  expect(passes).toEqual(['photo'])
  await networks.dispose()
})

test('the network for people runs on the processor of a GPU device', async () => {
  const networks = await openNetworks({ device: 'gpu' })
  // Nobody stands on a plain ground.
  const ground = { width: 8, height: 8, data: new Uint8ClampedArray(8 * 8 * 4).fill(225) }
  const found = await findPeople(networks, ground, call)
  expect(found).toMatchObject({ width: 256, height: 256 })
  expect(Math.max(...(found?.data ?? [1]))).toBeLessThan(0.5)
  expect(networks.device).toMatchObject({ backend: 'webgpu', notes: [] })
  await networks.dispose()
})

test('a lost GPU is opened again once, then the processor takes over', async () => {
  const devices = watchDevices()
  const networks = await tinyNetworks({ candidates: backendCandidates(facts, needs, 'gpu') })
  const run = () => networks.run('isnet-tuned-fp16', selfTestInput(selfTestSize), selfTestSize, call)
  await run()
  expect(devices.length).toBe(1)

  devices[0]?.destroy()
  expect(selfTestFault(await run(), selfTestSize)).toBeUndefined()
  expect(devices.length).toBe(2)
  expect(networks.device.backend).toBe('webgpu')
  expect(notesOf(networks)).toEqual([expect.stringMatching(/^WebGPU in float32 was started again: .*lost/)])

  devices[1]?.destroy()
  expect(selfTestFault(await run(), selfTestSize)).toBeUndefined()
  expect(networks.device.backend).toBe('wasm')
  expect(networks.device.notes).toHaveLength(2)
  expect(notesOf(networks)[1]).toMatch(/^CPU, \d threads? took over from WebGPU in float32: .*lost/)
  await networks.dispose()
})

test('a pass survives the loss of its GPU', async () => {
  const devices = watchDevices()
  const networks = await tinyNetworks({ candidates: backendCandidates(facts, needs, 'gpu') })
  await networks.load('isnet-tuned-fp16', call)
  const pass = networks.run('isnet-tuned-fp16', selfTestInput(selfTestSize), selfTestSize, call)
  devices[0]?.destroy()
  expect(selfTestFault(await pass, selfTestSize)).toBeUndefined()
  expect(devices.length).toBe(2)
  await networks.dispose()
})

test.for(['nothing', 'light'] as const)(
  'a GPU that finds %s is replaced, and skipped the next time',
  async (answer) => {
    const candidates = backendCandidates(facts, needs, 'gpu')
    const denylist = denylistIn(new Set())
    const options = { candidates, denylist, graphFloat32: tinySegmenter(answer) }
    const networks = await tinyNetworks(options)
    expect(
      selfTestFault(
        await networks.run('isnet-tuned-fp16', selfTestInput(selfTestSize), selfTestSize, call),
        selfTestSize,
      ),
    ).toBeUndefined()
    expect(networks.device.backend).toBe('wasm')
    expect(notesOf(networks)).toEqual([
      expect.stringMatching(/took over from WebGPU in float32: .*self-test/),
    ])
    await networks.dispose()

    const again = await tinyNetworks(options)
    expect(again.device.backend).toBe('wasm')
    expect(notesOf(again)).toEqual([expect.stringMatching(/WebGPU in float32 is passed over/)])
    await again.dispose()
  },
)

test('without threads another copy of the runtime runs with one', async () => {
  const networks = await tinyNetworks({
    candidates: [cpu(2), cpu(1)],
    openRuntime: (options) =>
      options.threads > 1 ? Promise.reject(new Error('no more threads')) : openRuntime(options),
  })
  expect(
    selfTestFault(
      await networks.run('isnet-pruned-int8', selfTestInput(selfTestSize), selfTestSize, call),
      selfTestSize,
    ),
  ).toBeUndefined()
  expect(networks.device).toMatchObject({ label: 'CPU, 1 thread', threads: 1 })
  expect(notesOf(networks)).toEqual(['CPU, 1 thread took over from CPU, 2 threads: no more threads.'])
  await networks.dispose()
})

test('without a working backend the error is internal_server_error', async () => {
  const networks = await tinyNetworks({
    candidates: [cpu(1)],
    openRuntime: () => Promise.reject(new Error('no WASM')),
  })
  await expect(networks.load('isnet-pruned-int8', call)).rejects.toMatchObject({
    code: 'internal_server_error',
  })
})

test('a queued pass that is aborted does not run', async () => {
  const networks = await tinyNetworks({ candidates: [cpu(1)] })
  await networks.load('isnet-pruned-int8', call)
  const leaving = new AbortController()
  const first = networks.run('isnet-pruned-int8', selfTestInput(selfTestSize), selfTestSize, call)
  const second = networks.run('isnet-pruned-int8', selfTestInput(selfTestSize), selfTestSize, {
    ...call,
    signal: leaving.signal,
  })
  leaving.abort()
  await expect(second).rejects.toMatchObject({ name: 'AbortError' })
  expect(selfTestFault(await first, selfTestSize)).toBeUndefined()
  expect(
    selfTestFault(
      await networks.run('isnet-pruned-int8', selfTestInput(selfTestSize), selfTestSize, call),
      selfTestSize,
    ),
  ).toBeUndefined()
  await networks.dispose()
})

const cpu = (threads: number): BackendCandidate => {
  const [candidate] = backendCandidates({ isolated: true, cores: threads, isIos: false }, needs)
  if (!candidate) throw new Error('there is always a candidate')
  return candidate
}

/** The nearest pixel's value; `from` and `to` are sides of squares. */
function scaledUp(picture: Float32Array, from: number, to: number): Float32Array {
  return Float32Array.from({ length: 3 * to * to }, (_, index) => {
    const [channel, rest] = [Math.floor(index / (to * to)), index % (to * to)]
    const [y, x] = [Math.floor(rest / to), rest % to].map((place) => Math.floor((place * from) / to))
    return picture[channel * from * from + (y ?? 0) * from + (x ?? 0)] ?? 0
  })
}
