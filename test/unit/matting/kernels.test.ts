import * as ort from 'onnxruntime-web'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { compileKernels } from '#build/compile-kernels.ts'
import { planNetwork } from '#build/networks/plan-network.ts'
import { openKernelRuntime, type StartKernelThread } from '#matting/kernel-runtime.ts'
import type { Runtime, Session } from '#matting/runtime.ts'
import { startNodeThread } from '#support/node-kernels.ts'
import { noise } from '#support/tiny-networks.ts'
import { type TinyNode, type TinyTensor, tinyOnnx } from '#support/tiny-onnx.ts'

ort.env.wasm.numThreads = 1
ort.env.logLevel = 'error'

const size = { width: 160, height: 96 }
const picture = noise(3 * size.width * size.height, 3)
const { signal } = new AbortController()

/** Weights that 8 bits hold exactly. */
const steps = (outputs: number, inputs: number): Float32Array =>
  noise(outputs * inputs * 9, outputs + inputs).map(
    (value, i) => (i % (inputs * 9) === 0 ? 127 : Math.round(value * 126)) / 127 / inputs,
  )
const tensors: TinyTensor[] = []
const scaleTensor = (name: string, times: number): TinyTensor => ({
  name,
  dims: [4],
  data: Float32Array.of(1, 1, times, times),
})
/** A graph of these nodes with what they read. */
const graphOf = (nodes: readonly TinyNode[], more: readonly TinyTensor[] = [], outputs = ['output']) => {
  const read = new Set(nodes.flatMap(({ inputs }) => inputs))
  const all = [...tensors, scaleTensor('twice', 2), scaleTensor('four times', 4), ...more]
  return tinyOnnx({
    nodes,
    tensors: all.filter(({ name }) => read.has(name)),
    inputs: [{ name: 'input', dims: [1, 3, 'height', 'width'] }],
    outputs: outputs.map((name) => ({ name, dims: [1, 'channels', 'height', 'width'] })),
  })
}
const weighted = (name: string, outputs: number, inputs: number): string[] => {
  tensors.push({ name: `${name}.weight`, dims: [outputs, inputs, 3, 3], data: steps(outputs, inputs) })
  tensors.push({ name: `${name}.bias`, dims: [outputs], data: noise(outputs, 5).map((value) => value / 4) })
  return [`${name}.weight`, `${name}.bias`]
}
const conv = (name: string, from: string, channels: readonly [number, number], dilation = 1, stride = 1) => ({
  op: 'Conv',
  inputs: [from, ...weighted(name, channels[1], channels[0])],
  outputs: [name],
  attributes: {
    kernel_shape: [3, 3],
    pads: Array(4).fill(dilation),
    dilations: [dilation, dilation],
    strides: [stride, stride],
  },
})
const relu = (from: string, to: string): TinyNode => ({ op: 'Relu', inputs: [from], outputs: [to] })
const join = (from: readonly string[], to: string): TinyNode => ({
  op: 'Concat',
  inputs: from,
  outputs: [to],
  attributes: { axis: 1 },
})
const resize = (from: string, to: string): TinyNode => ({
  op: 'Resize',
  inputs: [from, '', 'twice'],
  outputs: [to],
  attributes: { mode: 'linear', coordinate_transformation_mode: 'half_pixel' },
})
const outputs = ['output', 'deep'] as const

/**
 * All kinds of layers: convolutions of many and of few tiles, of one picture and of two, dilated, cut at zero or not.
 */
const network = graphOf(
  [
    conv('first', 'input', [3, 24], 1, 2),
    relu('first', 'level1'),
    {
      op: 'MaxPool',
      inputs: ['level1'],
      outputs: ['pooled'],
      attributes: { kernel_shape: [2, 2], strides: [2, 2] },
    },
    conv('one', 'pooled', [24, 16]),
    relu('one', 'one cut'),
    conv('two', 'one cut', [16, 16], 2),
    join(['two', 'one cut'], 'joined'),
    conv('three', 'joined', [32, 40], 4),
    relu('three', 'three cut'),
    conv('four', 'three cut', [40, 16], 8),
    { op: 'Add', inputs: ['four', 'one cut'], outputs: ['deep'] },
    resize('deep', 'risen'),
    join(['risen', 'level1'], 'both'),
    conv('last', 'both', [40, 8]),
    relu('last', 'last cut'),
    conv('head', 'last cut', [8, 1]),
    resize('head', 'enlarged'),
    { op: 'Sigmoid', inputs: ['enlarged'], outputs: ['output'] },
  ],
  [],
  [...outputs],
)

const files = {
  input: {
    name: 'input',
    layout: 'NCHW',
    mean: [128, 128, 128],
    deviation: [256, 256, 256],
    size: { multipleOf: 16 },
  },
  output: { name: 'output' },
  features: ['deep'],
  weightsPath: '',
} as const
const planned = planNetwork(network, files)
const graph = new TextEncoder().encode(JSON.stringify(planned.plan))

const expectClose = (found: Float32Array, expected: Float32Array) => {
  expect(found).toHaveLength(expected.length)
  const worst = found.reduce(
    (most, value, i) => Math.max(most, Math.abs(value - (expected[i] ?? Number.NaN))),
    0,
  )
  expect(worst).toBeLessThan(1e-4)
}

/** What onnxruntime makes of it. */
let expected: Readonly<Record<(typeof outputs)[number], Float32Array>>
beforeAll(async () => {
  const session = await ort.InferenceSession.create(network)
  const tensor = new ort.Tensor('float32', picture, [1, 3, size.height, size.width])
  const found = await session.run({ input: tensor })
  const valuesOf = (name: string) => found[name]?.data as Float32Array
  expected = { output: valuesOf('output'), deep: valuesOf('deep') }
  await session.release()
})

describe.each([
  ['one thread', 1, 'plain'],
  ['three threads', 3, 'shared'],
] as const)('on %s', (_, threads, variant) => {
  let runtime: Runtime
  let session: Session
  beforeAll(async () => {
    const module = await WebAssembly.compile(Uint8Array.from(compileKernels('.')[variant]))
    runtime = await openKernelRuntime({ threads, module, startThread: startNodeThread })
    session = await runtime.openSession({ ...files, graph, weights: planned.weights })
  })
  afterAll(() => runtime.dispose())

  test('all kinds of layers give what onnxruntime gives', async () => {
    const matte = await session.run(picture, size, signal)
    expect(matte).toMatchObject(size)
    expectClose(matte.data, expected.output)
    expect(new Set(matte.data).size).toBeGreaterThan(1000)
  })

  test('a pass tells how much of it is done', async () => {
    const shares: number[] = []
    await session.run(picture, size, signal, (share) => shares.push(share))
    expect(shares.length).toBeGreaterThan(8)
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
    expect(shares.at(-1)).toBe(1)
  })

  test('features have the channels of their picture', async () => {
    const [deep] = await session.runFeatures(picture, size, signal)
    const { width = 0, height = 0, channels = 0, data = new Int8Array() } = deep ?? {}
    expect({ width, height, channels }).toEqual({ width: 40, height: 24, channels: 16 })
    // A step is 1/32 of the deviation of a channel.
    const [a, b] = [100, 700].map((cell) => expected.deep[5 * width * height + cell] ?? Number.NaN)
    const found = (data[100 * 16 + 5] ?? 0) - (data[700 * 16 + 5] ?? 0)
    const channel = expected.deep.subarray(5 * width * height, 6 * width * height)
    const mean = channel.reduce((sum, value) => sum + value, 0) / channel.length
    const deviation = Math.sqrt(channel.reduce((sum, value) => sum + (value - mean) ** 2, 0) / channel.length)
    expect(Math.abs(found - (((a ?? 0) - (b ?? 0)) / deviation) * 32)).toBeLessThan(1.5)
  })

  test('a second network does not disturb the first', async () => {
    const other = await runtime.openSession({ ...files, graph, weights: planned.weights.map(() => 0) })
    const { data: nothing } = await other.run(picture, size, signal)
    expect(new Set(nothing)).toEqual(new Set([0.5]))
    const { data } = await session.run(picture, size, signal)
    expectClose(data, expected.output)
  })

  test('a pass stops between layers', async () => {
    let now = 0
    // So long does each layer seem to take that events are handled after it.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
    onTestFinished(() => clock.mockRestore())
    const stop = new AbortController()
    const pass = session.run(picture, size, stop.signal)
    setTimeout(() => stop.abort())
    await expect(pass).rejects.toMatchObject({ name: 'AbortError' })
    const { data } = await session.run(picture, size, signal)
    expectClose(data, expected.output)
  })
})

test('weights of many channels are taken in portions', async () => {
  const small = { width: 64, height: 32 }
  const bytes = graphOf([
    conv('narrow', 'input', [3, 8], 1, 2),
    conv('wide', 'narrow', [8, 512]),
    conv('portions', 'wide', [512, 288]),
    conv('wide head', 'portions', [288, 1]),
    resize('wide head', 'enlarged'),
    { op: 'Sigmoid', inputs: ['enlarged'], outputs: ['output'] },
  ])
  const input = picture.slice(0, 3 * small.width * small.height)
  const reference = await ort.InferenceSession.create(bytes)
  const { output } = await reference.run({
    input: new ort.Tensor('float32', input, [1, 3, small.height, small.width]),
  })
  const { plan, weights } = planNetwork(bytes, { ...files, features: [] })
  const module = await WebAssembly.compile(Uint8Array.from(compileKernels('.').plain))
  const runtime = await openKernelRuntime({ threads: 1, module })
  const wide = { ...files, graph: new TextEncoder().encode(JSON.stringify(plan)), weights }
  const { data } = await (await runtime.openSession(wide)).run(input, small, signal)
  expectClose(data, output?.data as Float32Array)
  expect(new Set(data).size).toBeGreaterThan(1000)
})

const startShared = async (startThread: StartKernelThread) =>
  openKernelRuntime({
    threads: 2,
    startThread,
    module: await WebAssembly.compile(Uint8Array.from(compileKernels('.').shared)),
  })

test('all passes end when the kernels are closed', async () => {
  const runtime = await startShared(startNodeThread)
  const session = await runtime.openSession({ ...files, graph, weights: planned.weights })
  const passes = [1, 2].map(() => session.run(picture, size, signal))
  await Promise.all([
    runtime.dispose(),
    ...passes.map((pass) => expect(pass).rejects.toMatchObject({ name: 'AbortError' })),
  ])
})

test('a pass fails where a helper has stopped', async () => {
  let stopHelper: () => Promise<void> = async () => undefined
  const runtime = await startShared((start) => {
    const helper = startNodeThread(start)
    stopHelper = async () => {
      helper.end()
      const { exports } = await WebAssembly.instantiate(start.module, { env: { memory: start.memory } })
      ;(exports as { breakOff(): void }).breakOff()
    }
    return helper
  })
  const session = await runtime.openSession({ ...files, graph, weights: planned.weights })
  await stopHelper()
  await expect(session.run(picture, size, signal)).rejects.toBeInstanceOf(WebAssembly.RuntimeError)
  await runtime.dispose()
})

test('a closed network gives its place to the next', async () => {
  const module = await WebAssembly.compile(Uint8Array.from(compileKernels('.').plain))
  const runtime = await openKernelRuntime({ threads: 1, module })
  const session = await runtime.openSession({ ...files, graph, weights: planned.weights })
  await session.dispose()
  const next = await runtime.openSession({ ...files, graph, weights: planned.weights.map(() => 0) })
  const { data } = await next.run(picture, size, signal)
  expect(new Set(data)).toEqual(new Set([0.5]))
})

type Changes = {
  readonly first?: TinyNode['attributes']
  readonly second?: TinyNode['attributes']
  /** Of the weights of the second convolution. */
  readonly dims?: readonly number[]
  /** From `x` to `cut`. */
  readonly next?: TinyNode
  /** From `head` to `output`. */
  readonly last?: TinyNode
}

/** A network of two convolutions and a head. */
const changed = ({ first, second, dims = [8, 24, 3, 3], next = relu('x', 'cut'), last }: Changes) => {
  const [one, two] = [conv('first', 'input', [3, 24], 1, 2), conv('x', 'level1', [24, 8])]
  return graphOf(
    [
      { ...one, attributes: { ...one.attributes, ...first } },
      relu('first', 'level1'),
      { ...two, inputs: ['level1', 'w'], attributes: { ...two.attributes, ...second } },
      next,
      conv('head', 'cut', [8, 1]),
      last ?? { op: 'Sigmoid', inputs: ['head'], outputs: ['output'] },
    ],
    [{ name: 'w', dims, data: new Float32Array(dims.reduce((a, b) => a * b)).fill(1) }],
  )
}
const two = { kernel_shape: [2, 2], strides: [2, 2] }
const pool = { op: 'MaxPool', inputs: ['x'], outputs: ['cut'] }
const grown = (attributes: TinyNode['attributes'], scales = 'twice'): TinyNode => ({
  op: 'Resize',
  inputs: ['x', '', scales],
  outputs: ['cut'],
  attributes: { mode: 'linear', ...attributes },
})

test.each<readonly [string, Changes, RegExp]>([
  [
    'a kernel of 1 x 1',
    { second: { kernel_shape: [1, 1], pads: [] }, dims: [8, 24, 1, 1] },
    /known of the conv/,
  ],
  ['a convolution without pads', { second: { pads: [0, 0, 0, 0] } }, /known of the conv/],
  ['channels that are no multiple of 8', { dims: [12, 24, 3, 3] }, /no multiples of 8/],
  ['a stride of 2 that is not the first', { second: { strides: [2, 2] } }, /stride of 2/],
  ['a dilated first convolution', { first: { dilations: [2, 2], pads: [2, 2, 2, 2] } }, /known of the first/],
  [
    'a MaxPool of stride 1',
    { next: { ...pool, attributes: { kernel_shape: [2, 2], strides: [1, 1] } } },
    /MaxPool/,
  ],
  ['a MaxPool with pads', { next: { ...pool, attributes: { ...two, pads: [1, 1, 1, 1] } } }, /MaxPool/],
  ['a Resize to the nearest pixel', { next: grown({ mode: 'nearest' }) }, /Resize/],
  ['a Resize of corners', { next: grown({ coordinate_transformation_mode: 'align_corners' }) }, /Resize/],
  ['a Resize to four times the size', { next: grown({}, 'four times') }, /Resize/],
  ['a picture larger than the input', { next: grown({}), first: { strides: [1, 1] } }, /known of the first/],
  ['strides that differ', { second: { strides: [1, 2] } }, /stride of NaN/],
  ['dilations that differ', { second: { dilations: [1, 2] } }, /known of the conv/],
  ['a tensor that nothing computes', { next: relu('nothing', 'cut') }, /do not compute Relu/],
  ['a Concat of rows', { next: { ...join(['x', 'x'], 'cut'), attributes: { axis: 2 } } }, /Concat/],
  ['a matte without a Sigmoid', { last: relu('head', 'output') }, /does not come from a Sigmoid/],
])('%s is refused', (_, changes, message) => {
  expect(() => planNetwork(changed(changes), { ...files, features: [] })).toThrow(message)
})

test.each([
  ['a layout of pixels', { layout: 'NHWC' }],
  ['sides that cannot be halved as often', { size: { multipleOf: 2 } }],
] as const)('%s is refused', (_, change) => {
  expect(() => planNetwork(network, { ...files, input: { ...files.input, ...change } })).toThrow(
    /multiples of 4/,
  )
})
