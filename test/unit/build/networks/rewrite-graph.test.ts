import * as ort from 'onnxruntime-web'
import { expect, test } from 'vitest'
import { bytesOf, readFields, textsOf } from '#build/networks/protobuf-fields.ts'
import { rewriteGraph } from '#build/networks/rewrite-graph.ts'
import { noise, tinyUnet } from '#support/tiny-networks.ts'

ort.env.wasm.numThreads = 1
ort.env.logLevel = 'error'

const names = {
  input: { name: 'input', layout: 'NCHW', size: { multipleOf: 32 } },
  outputName: 'output',
  weightsPath: 'weights.bin',
} as const

async function run(graph: Uint8Array, side: number, weights?: Uint8Array): Promise<Float32Array> {
  const externalData = weights ? [{ path: 'weights.bin', data: weights }] : []
  const session = await ort.InferenceSession.create(graph, { externalData })
  const input = new ort.Tensor('float32', noise(3 * side * side), [1, 3, side, side])
  const output = (await session.run({ input }, ['output'])).output
  await session.release()
  expect(output?.dims).toEqual([1, 1, side, side])
  return output?.data as Float32Array
}

/** Mean distance of two mattes of the same size. */
const distance = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? Number.NaN)), 0) / a.length

const initializers = (graph: Uint8Array) =>
  bytesOf(readFields(bytesOf(readFields(graph), 7)[0] ?? new Uint8Array()), 5).map(readFields)

test('the rewritten graph gives the same bits at its original size', async () => {
  const original = tinyUnet(64)
  const { graph, weights } = rewriteGraph(original, { ...names, compute: 'as stored' })
  expect(await run(graph, 64, weights)).toEqual(await run(original, 64))
})

test('the rewritten graph equals a graph of the other size', async () => {
  const { graph, weights } = rewriteGraph(tinyUnet(64), { ...names, compute: 'as stored' })
  for (const side of [32, 96]) {
    expect(await run(graph, side, weights)).toEqual(await run(tinyUnet(side), side))
  }
})

test('side outputs are removed with their nodes and weights', () => {
  const original = tinyUnet(64)
  const { graph } = rewriteGraph(original, { ...names, compute: 'as stored' })
  const graphFields = readFields(bytesOf(readFields(graph), 7)[0] ?? new Uint8Array())
  const outputs = bytesOf(graphFields, 12).flatMap((output) => textsOf(readFields(output), 1))
  expect(outputs).toEqual(['output'])
  const kept = initializers(graph).flatMap((fields) => textsOf(fields, 8))
  expect(kept.filter((name) => name.startsWith('side') || name.startsWith('size'))).toEqual([])
  expect(kept).toContain('up.weight')
})

test('features are kept beside a matte of the same bits', async () => {
  const original = tinyUnet(64)
  const featureNames = ['level2']
  const { graph, weights } = rewriteGraph(original, { ...names, featureNames, compute: 'as stored' })
  expect(await run(graph, 64, weights)).toEqual(await run(original, 64))
  const session = await ort.InferenceSession.create(graph, {
    externalData: [{ path: 'weights.bin', data: weights }],
  })
  const input = new ort.Tensor('float32', noise(3 * 96 * 64), [1, 3, 64, 96])
  const { level2 } = await session.run({ input }, featureNames)
  await session.release()
  expect(level2?.dims).toEqual([1, 8, 32, 48])
})

test('weights are stored outside the graph, at multiples of 64 bytes', () => {
  const { graph, weights } = rewriteGraph(tinyUnet(64), { ...names, compute: 'as stored' })
  const places = initializers(graph).flatMap((fields) => {
    const entries = bytesOf(fields, 13).map((entry) => {
      const [key = '', value = ''] = [1, 2].map((id) => textsOf(readFields(entry), id)[0])
      return [key, value] as const
    })
    return entries.length > 0 ? [Object.fromEntries(entries)] : []
  })
  expect(places.length).toBeGreaterThan(0)
  for (const place of places) {
    expect(place).toMatchObject({ location: 'weights.bin' })
    expect(Number(place.offset) % 64).toBe(0)
    expect(Number(place.offset) + Number(place.length)).toBeLessThanOrEqual(weights.length)
  }
  const stored = 8 * 3 * 9 + 8 * 8 * 9 + 16 * 9
  expect(weights.length).toBeGreaterThanOrEqual(4 * stored)
  expect(graph.length).toBeLessThan(3000)
})

test('half-precision weights also serve a float32 graph', async () => {
  const original = tinyUnet(64, 'float16')
  const stored = rewriteGraph(original, { ...names, compute: 'as stored' })
  const widened = rewriteGraph(original, { ...names, compute: 'float32' })
  expect(widened.weights).toEqual(stored.weights)

  const exact = await run(tinyUnet(64), 64)
  expect(distance(await run(stored.graph, 64, stored.weights), await run(original, 64))).toBe(0)
  // The weights themselves are rounded to float16.
  expect(distance(await run(widened.graph, 64, stored.weights), exact)).toBeLessThan(2e-3)

  const graphFields = readFields(bytesOf(readFields(widened.graph), 7)[0] ?? new Uint8Array())
  const nodes = bytesOf(graphFields, 1).map(readFields)
  const half = initializers(widened.graph).filter((fields) => fields.find(({ id }) => id === 2)?.value === 10)
  expect(half.length).toBe(6)
  for (const [name = ''] of half.map((fields) => textsOf(fields, 8))) {
    const users = nodes.filter((fields) => textsOf(fields, 1).includes(name))
    expect(users.flatMap((fields) => textsOf(fields, 4))).toEqual(['Cast'])
  }
})

test('an unknown output is refused', () => {
  expect(() => rewriteGraph(tinyUnet(64), { ...names, outputName: 'mask', compute: 'as stored' })).toThrow(
    /mask/,
  )
  expect(() => rewriteGraph(Uint8Array.of(), { ...names, compute: 'as stored' })).toThrow(/no ONNX graph/)
})
