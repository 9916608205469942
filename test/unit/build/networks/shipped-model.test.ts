import * as ort from 'onnxruntime-web'
import { expect, test } from 'vitest'
import { readCatalog, readSource } from '#build/networks/network-source.ts'
import {
  bytesField,
  bytesOf,
  type Field,
  intField,
  messageField,
  readFields,
  textField,
  textsOf,
  writeFields,
} from '#build/networks/protobuf-fields.ts'
import { rewriteGraph } from '#build/networks/rewrite-graph.ts'
import { networkOf } from '#matting/network-catalog.ts'
import { selfTestInput, selfTestSizeFor } from '#matting/self-test.ts'
import { openNodeNetworks } from '#support/node-networks.ts'
import { noise } from '#support/tiny-networks.ts'

ort.env.logLevel = 'error'

const side = 64
const pattern = noise(3 * side * side).map((value) => value / 2)
/** The side that the original files take, in pixels; inside them every size is a multiple of 16. */
const originalSide = 1024

async function run(
  graph: Uint8Array,
  weights?: Uint8Array,
  picture: Float32Array = pattern,
): Promise<Float32Array> {
  const pixels = Math.sqrt(picture.length / 3)
  const session = await ort.InferenceSession.create(graph, {
    externalData: weights ? [{ path: 'weights.bin', data: weights }] : [],
    // The runtime must not optimise: each graph is compared as it is written.
    graphOptimizationLevel: 'disabled',
    logSeverityLevel: 3,
  })
  const input = new ort.Tensor('float32', picture, [1, 3, pixels, pixels])
  const { output } = await session.run({ input }, ['output'])
  await session.release()
  expect(output?.dims).toEqual([1, 1, pixels, pixels])
  return output?.data as Float32Array
}

/**
 * The original file with each target size of its `Resize` nodes set to `side` by hand, and otherwise as it is: what the
 * rewritten graph must equal at that size. At 1024 px itself the two were compared by hand and gave the same bits; that
 * takes half a minute, this a few seconds.
 */
function fixedToSide(bytes: Uint8Array): Uint8Array {
  const model = readFields(bytes)
  const graph = readFields(bytesOf(model, 7)[0] ?? new Uint8Array())
  const nodes = bytesOf(graph, 1).map(readFields)
  const resizes = nodes.filter((fields) => textsOf(fields, 4)[0] === 'Resize')
  expect(resizes).toHaveLength(39)
  const targets = new Set(resizes.map((fields) => textsOf(fields, 1)[3] ?? ''))
  for (const fields of nodes) {
    // Some files compute the target: [batch, channels] of the input, joined to constant [height, width].
    if (textsOf(fields, 2).some((name) => targets.has(name))) targets.add(textsOf(fields, 1)[1] ?? '')
  }
  const changed = graph
    .filter(({ id }) => ![11, 12, 13].includes(id))
    .map((field): Field => {
      if (typeof field.value === 'number' || (field.id !== 1 && field.id !== 5)) return field
      const fields = readFields(field.value)
      const isTarget = (id: number) => textsOf(fields, id).some((name) => targets.has(name))
      if (field.id === 5 && isTarget(8)) return messageField(5, smaller(fields))
      if (field.id === 1 && isTarget(2) && textsOf(fields, 4)[0] === 'Constant') {
        return messageField(
          1,
          inside(fields, 5, (attribute) => inside(attribute, 5, smaller)),
        )
      }
      return field
    })
  const image = (name: string) => [textField(1, name), messageField(2, [messageField(1, [intField(1, 1)])])]
  return writeFields([
    ...model.filter(({ id }) => id !== 7),
    messageField(7, [...changed, messageField(11, image('input')), messageField(12, image('output'))]),
  ])
}

const inside = (fields: readonly Field[], id: number, change: (inner: Field[]) => Field[]): Field[] =>
  fields.map((field) =>
    field.id === id && typeof field.value !== 'number'
      ? messageField(id, change(readFields(field.value)))
      : field,
  )

/** A tensor of int64 whose last two numbers are height and width at the original side. */
const smaller = (tensor: readonly Field[]): Field[] =>
  tensor.map((field) => {
    if (field.id !== 9 || typeof field.value === 'number') return field
    const sizes = new BigInt64Array(field.value.slice().buffer)
    const scaled = sizes.map((size, index) =>
      index < sizes.length - 2 ? size : (size * BigInt(side)) / BigInt(originalSide),
    )
    return bytesField(9, new Uint8Array(scaled.buffer))
  })

// Weights of its own would not fit the target sizes of the original: those name the channels too.
test('the large network is rewritten to the bits of its original file', async () => {
  const { tuning: _, ...network } = networkOf(readCatalog('.').networks, 'isnet-tuned-fp16')
  const original = readSource(network, '.')
  const { graph, weights } = rewriteGraph(original, {
    input: network.input,
    outputName: network.output.name,
    weightsPath: 'weights.bin',
    compute: 'as stored',
  })
  const rewritten = await run(graph, weights)
  expect(new Set(rewritten).size).toBeGreaterThan(1000)
  expect(rewritten).toEqual(await run(fixedToSide(original)))
})

test('the kernels give the matte that onnxruntime gives', async () => {
  const catalog = readCatalog('.')
  const network = networkOf(catalog.networks, 'isnet-pruned-int8')
  const size = selfTestSizeFor(network.input.size)
  const picture = selfTestInput(size)
  const { graph, weights } = rewriteGraph(readSource(network, '.'), {
    input: network.input,
    outputName: network.output.name,
    weightsPath: 'weights.bin',
    compute: 'as stored',
  })
  const expected = await run(graph, weights, picture)
  const networks = openNodeNetworks(2, catalog)
  const call = { signal: new AbortController().signal, onProgress: () => undefined }
  const { data: found } = await networks.run(network.id, picture, size, call)
  await networks.dispose()
  const distance = expected.reduce((sum, value, i) => sum + Math.abs(value - (found[i] ?? Number.NaN)), 0)
  expect(Math.max(...expected)).toBeGreaterThan(0.9)
  expect(distance / expected.length).toBeLessThan(0.001)
})
