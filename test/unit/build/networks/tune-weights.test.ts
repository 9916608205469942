import * as ort from 'onnxruntime-web'
import { expect, test } from 'vitest'
import { storedWeights, withWeights } from '#build/networks/graph-weights.ts'
import { fromHalves, toHalves } from '#build/networks/half-floats.ts'
import type { NpyArray } from '#build/networks/read-npz.ts'
import { type Tuning, tunedWeights } from '#build/networks/tune-weights.ts'
import { noise } from '#support/tiny-networks.ts'
import { type TinyNode, type TinyTensor, tinyOnnx } from '#support/tiny-onnx.ts'

ort.env.wasm.numThreads = 1
ort.env.logLevel = 'error'

const side = 16
const channels = 4
const dims = [channels, 3, 3, 3]
/** Each channel is ten times smaller than the one before. */
const weights = noise(channels * 27).map((value, i) => value / 10 ** Math.floor(i / 27))
const bias = Float32Array.of(0.25, -0.5, 0.125, 0)
const convolution = { kernel_shape: [3, 3], pads: [1, 1, 1, 1] }

const network = (nodes: readonly TinyNode[], tensors: readonly TinyTensor[]): Uint8Array =>
  tinyOnnx({
    nodes,
    tensors,
    inputs: [{ name: 'input', dims: [1, 3, side, side] }],
    outputs: [{ name: 'output', dims: [1, channels, side, side] }],
  })

const cast = (input: string, output: string, to: number): TinyNode => ({
  op: 'Cast',
  inputs: [input],
  outputs: [output],
  attributes: { to },
})

const published = network(
  [
    cast('input', 'picture', 10),
    {
      op: 'Conv',
      inputs: ['picture', 'conv.weight', 'conv.bias'],
      outputs: ['sum'],
      attributes: convolution,
    },
    cast('sum', 'output', 1),
  ],
  [
    { name: 'conv.weight', dims, data: toHalves(weights) },
    { name: 'conv.bias', dims: [channels], data: toHalves(bias) },
  ],
)

const halves = (shape: readonly number[], values: Float32Array): NpyArray => ({
  shape,
  type: 'float16',
  data: toHalves(values),
})
const steps = Int8Array.from({ length: channels * 27 }, (_, i) => (i % 15) - 7)
const scales = Float32Array.of(2 ** -5, 2 ** -8, 2 ** -11, 2 ** -14)
const biasDifference = Float32Array.of(1, 2, -1, 0.5)
const differences = new Map<string, NpyArray>([
  ['conv.weight.q', { shape: dims, type: 'int8', data: steps }],
  ['conv.weight.s', halves([channels, 1, 1, 1], scales)],
  ['conv.bias.d', halves([channels], biasDifference)],
])

const tuneWeights = (bytes: Uint8Array, tuning: Tuning): Uint8Array =>
  withWeights(bytes, tunedWeights(tuning))

const input = noise(3 * side * side, 5)
async function run(graph: Uint8Array): Promise<Float32Array> {
  const session = await ort.InferenceSession.create(graph)
  const { output } = await session.run({ input: new ort.Tensor('float32', input, [1, 3, side, side]) })
  await session.release()
  return output?.data as Float32Array
}

/** What a convolution with the weights `published + share * differences` gives, in float64. */
function convolved(share: number): number[] {
  const stored = fromHalves(toHalves(weights))
  const at = (channel: number, y: number, x: number): number =>
    y < 0 || x < 0 || y >= side || x >= side ? 0 : (input[(channel * side + y) * side + x] ?? 0)
  return Array.from({ length: channels * side * side }, (_, place) => {
    const [channel, y, x] = [Math.floor(place / side ** 2), Math.floor(place / side) % side, place % side]
    let sum = (bias[channel] ?? 0) + share * (biasDifference[channel] ?? 0)
    for (let i = 0; i < 27; i++) {
      const tap = channel * 27 + i
      const weight = (stored[tap] ?? 0) + share * (scales[channel] ?? 0) * (steps[tap] ?? 0)
      sum += weight * at(Math.floor(i / 9), y + (Math.floor(i / 3) % 3) - 1, x + (i % 3) - 1)
    }
    return sum
  })
}

/** The largest error of a channel, as a share of the largest value that its weights add to the bias. */
function errorsByChannel(found: Float32Array, share: number): number[] {
  const expected = convolved(share)
  return Array.from(bias, (published, channel) => {
    const constant = published + share * (biasDifference[channel] ?? 0)
    const places = Array.from({ length: side ** 2 }, (_, i) => channel * side ** 2 + i)
    const largest = Math.max(...places.map((i) => Math.abs((expected[i] ?? 0) - constant)))
    return Math.max(...places.map((i) => Math.abs((expected[i] ?? 0) - (found[i] ?? Number.NaN)))) / largest
  })
}

test.for([0, 0.65, 1])('a share of %f of the differences is added', async (share) => {
  const errors = errorsByChannel(await run(tuneWeights(published, { published, differences, share })), share)
  // fp16 has 11 bits; the smallest channel stands beside a bias 1000 times as large.
  for (const error of errors.slice(0, 2)) expect(error).toBeLessThan(0.01)
})

test('a share of zero leaves the bits as they are', () => {
  const tuned = tuneWeights(published, { published, differences, share: 0 })
  expect(Buffer.compare(tuned, published)).toBe(0)
})

test.for<[what: string, change: Readonly<Record<string, NpyArray>>, message: RegExp]>([
  ['of unknown weights', { 'other.d': halves([1], Float32Array.of(1)) }, /no weights other/],
  ['of another shape', { 'conv.bias.d': halves([2], Float32Array.of(1, 2)) }, /conv\.bias do not have/],
  [
    'with too few scales',
    { 'conv.weight.s': halves([2], Float32Array.of(1, 2)) },
    /conv\.weight have neither/,
  ],
])('differences %s are refused', ([, change, message]) => {
  const changed = new Map([...differences, ...Object.entries(change)])
  expect(() => tuneWeights(published, { published, differences: changed, share: 1 })).toThrow(message)
})

test('a graph without the tuned weights is refused', () => {
  const other = network(
    [{ op: 'Conv', inputs: ['input', 'w'], outputs: ['output'], attributes: convolution }],
    [{ name: 'w', dims, data: weights }],
  )
  expect(() => tuneWeights(other, { published, differences, share: 1 })).toThrow(/has no weights conv/)
})

test('weights without the unused channels give the same output', async () => {
  const whole = noise(channels * channels * 9, 3).map((value, i) =>
    Math.floor(i / 9) % channels < 2 ? value : 0,
  )
  const second = { op: 'Conv', inputs: ['sum', 'next.weight'], outputs: ['output'], attributes: convolution }
  const wide = network(
    [{ op: 'Conv', inputs: ['input', 'conv.weight'], outputs: ['sum'], attributes: convolution }, second],
    [
      { name: 'conv.weight', dims, data: weights },
      { name: 'next.weight', dims: [channels, channels, 3, 3], data: whole },
    ],
  )
  const narrow = withWeights(
    wide,
    new Map([
      ['conv.weight', { dims: [2, 3, 3, 3], values: weights.slice(0, 54) }],
      [
        'next.weight',
        {
          dims: [channels, 2, 3, 3],
          values: whole.filter((_, i) => Math.floor(i / 9) % channels < 2),
        },
      ],
    ]),
  )
  expect(narrow.length).toBeLessThan(wide.length)
  const [expected, found] = [await run(wide), await run(narrow)]
  for (const [i, value] of found.entries()) expect(value).toBeCloseTo(expected[i] ?? Number.NaN, 5)
})

test('stored weights are steps times the scale of their channel', () => {
  const weight = storedWeights(differences).get('conv.weight')
  expect(weight?.dims).toEqual(dims)
  expect(weight?.values).toEqual(
    Float32Array.from(steps, (step, i) => step * (scales[Math.floor(i / 27)] ?? Number.NaN)),
  )
})
