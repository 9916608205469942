import * as ort from 'onnxruntime-web'
import { expect, test } from 'vitest'
import { bytesOf, readFields, textsOf } from '#build/protobuf-fields.ts'
import { quantizeGraph, type TensorRanges } from '#build/quantize-graph.ts'
import { quantizedWeights } from '#build/quantized-weights.ts'
import { rewriteGraph } from '#build/rewrite-graph.ts'
import { noise, tinyUnet } from '#support/tiny-networks.ts'
import { type TinyNode, tinyOnnx } from '#support/tiny-onnx.ts'

ort.env.wasm.numThreads = 1
ort.env.logLevel = 'error'

const options = {
  input: { name: 'input', layout: 'NCHW', size: { multipleOf: 32 } },
  outputName: 'output',
  weightsPath: 'weights.bin',
  compute: 'as stored',
} as const

type Outputs = Readonly<Record<string, Float32Array>>

async function run(bytes: Uint8Array, side: number, outputs: readonly string[]): Promise<Outputs> {
  const featureNames = outputs.filter((name) => name !== 'output')
  const { graph, weights } = rewriteGraph(bytes, { ...options, featureNames })
  const session = await ort.InferenceSession.create(graph, {
    externalData: [{ path: 'weights.bin', data: weights }],
  })
  const input = new ort.Tensor('float32', noise(3 * side * side), [1, 3, side, side])
  const found = await session.run({ input }, outputs)
  await session.release()
  return Object.fromEntries(outputs.map((name) => [name, found[name]?.data as Float32Array]))
}

const rangesOf = (outputs: Outputs): TensorRanges =>
  Object.fromEntries(
    Object.entries(outputs).map(([name, values]) => [name, [Math.min(...values), Math.max(...values)]]),
  )

/** The mean distance, as a share of the range of `exact`. */
const distance = (exact: Float32Array = new Float32Array(), found: Float32Array = exact): number => {
  const sum = exact.reduce((total, value, i) => total + Math.abs(value - (found[i] ?? Number.NaN)), 0)
  return sum / exact.length / (Math.max(...exact) - Math.min(...exact))
}

const operators = (bytes: Uint8Array): readonly string[] =>
  bytesOf(readFields(bytesOf(readFields(bytes), 7)[0] ?? new Uint8Array()), 1).flatMap((node) =>
    textsOf(readFields(node), 4),
  )

const tensors = ['output', 'level1', 'level2'] as const
const unetRanges = async (): Promise<TensorRanges> => {
  const { level1, level2 } = await run(tinyUnet(64), 64, tensors)
  return rangesOf({ ...(level1 && { level1 }), ...(level2 && { level2 }) })
}

test.each(['float32', 'float16'] as const)('a U-Net of %s weights keeps its matte', async (precision) => {
  const quantized = quantizeGraph(tinyUnet(64, precision), await unetRanges(), ['output', 'level2'])
  const used = operators(quantized)
  expect(used).toEqual(expect.arrayContaining(['QLinearConv', 'ConvInteger', 'DequantizeLinear']))
  expect(used.filter((type) => type === 'Conv' || type === 'DynamicQuantizeLinear')).toEqual(['Conv'])
  for (const side of [64, 96]) {
    const exact = await run(tinyUnet(side), side, ['output', 'level2'])
    const found = await run(quantized, side, ['output', 'level2'])
    expect(distance(exact.output, found.output)).toBeLessThan(0.01)
    expect(distance(exact.level2, found.level2)).toBeLessThan(0.01)
  }
})

test('values beyond a range become its end', async () => {
  const ranges = await unetRanges()
  const [, most = 0] = ranges.level2 ?? []
  const narrow = quantizeGraph(tinyUnet(64), { ...ranges, level2: [0, most / 4] }, ['output', 'level2'])
  const { level2 = new Float32Array() } = await run(narrow, 64, ['output', 'level2'])
  expect(Math.max(...level2)).toBeCloseTo(most / 4, 4)
})

const conv = (weights: string, input: string, output: string): TinyNode => ({
  op: 'Conv',
  inputs: [input, weights],
  outputs: [output],
  attributes: { kernel_shape: [3, 3], pads: [1, 1, 1, 1] },
})
const residual = (last: TinyNode): Uint8Array =>
  tinyOnnx({
    nodes: [
      conv('first', 'input', 'signed'),
      conv('second', 'signed', 'a/sum'),
      { op: 'Relu', inputs: ['a/sum'], outputs: ['a'] },
      conv('third', 'a', 'b/sum'),
      { op: 'Relu', inputs: ['b/sum'], outputs: ['b'] },
      { op: 'Add', inputs: ['a', 'b'], outputs: ['both'] },
      last,
      { op: 'Sigmoid', inputs: ['last'], outputs: ['output'] },
    ],
    tensors: [
      { name: 'first', dims: [6, 3, 3, 3], data: noise(6 * 27, 2) },
      { name: 'second', dims: [6, 6, 3, 3], data: noise(6 * 54, 3).map((value) => value / 9) },
      { name: 'third', dims: [6, 6, 3, 3], data: noise(6 * 54, 4).map((value) => value / 9) },
      { name: 'last.weight', dims: [1, 6, 3, 3], data: noise(54, 5).map((value) => value / 9) },
    ],
    inputs: [{ name: 'input', dims: [1, 3, 32, 32] }],
    outputs: [{ name: 'output', dims: [1, 1, 32, 32] }],
  })

test('a sum and a tensor of signed values stay in 8 bits', async () => {
  const original = residual(conv('last.weight', 'both', 'last'))
  const measured = ['output', 'signed', 'a', 'b', 'both']
  const { output, ...rest } = await run(original, 32, measured)
  const quantized = quantizeGraph(original, rangesOf(rest), ['output', 'both'])
  expect(operators(quantized)).toContain('QLinearAdd')
  const found = await run(quantized, 32, ['output', 'both'])
  expect(distance(output, found.output)).toBeLessThan(0.01)
  expect(distance(rest.both, found.both)).toBeLessThan(0.01)
})

test.each<[what: string, last: TinyNode, ranges: TensorRanges, message: RegExp]>([
  [
    'an operator that nothing is known of',
    { op: 'Tanh', inputs: ['both'], outputs: ['last'] },
    { both: [0, 1], a: [0, 1], b: [0, 1], signed: [-1, 1] },
    /Tanh/,
  ],
  [
    'a sum without a range',
    conv('last.weight', 'both', 'last'),
    { a: [0, 1], b: [0, 1], signed: [-1, 1] },
    /both/,
  ],
  ['weights that are missing', conv('other', 'a', 'last'), { signed: [-1, 1], a: [0, 1] }, /weights other/],
])('%s is refused', (_, last, ranges, message) => {
  expect(() => quantizeGraph(residual(last), ranges, ['output'])).toThrow(message)
})

test('an unknown output is refused', () => {
  expect(() => quantizeGraph(tinyUnet(64), {}, ['mask'])).toThrow(/mask/)
})

test('weights of 8 bits take in the scales of the picture', () => {
  const [dims, pictureScales] = [[4, 2, 3, 3], Float32Array.of(0.5, 0.01)] as const
  const values = noise(72).map((value, i) => value / 10 ** Math.floor(i / 18))
  const bias = Float32Array.of(1, -2, 0.5, 0)
  const found = quantizedWeights({ dims, values }, bias, pictureScales)
  for (const [i, value] of values.entries()) {
    const scale = found.scales[Math.floor(i / 18)] ?? Number.NaN
    const meant = value * (pictureScales[Math.floor(i / 9) % 2] ?? Number.NaN)
    expect(Math.abs(((found.values[i] ?? Number.NaN) - found.zeroPoint) * scale - meant)).toBeLessThanOrEqual(
      scale * 0.5001,
    )
  }
  for (const [channel, value] of bias.entries()) {
    const scale = found.scales[channel] ?? Number.NaN
    expect(Math.abs((found.bias[channel] ?? Number.NaN) * scale - value)).toBeLessThanOrEqual(scale * 0.5001)
  }
  expect(() => quantizedWeights({ dims, values }, bias, Float32Array.of(1))).toThrow(/2 channels/)
})
