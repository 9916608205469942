import { readFileSync } from 'node:fs'
import * as ort from 'onnxruntime-web'
import { expect, test } from 'vitest'
import { readCatalog, readSource } from '#build/networks/network-source.ts'
import { readTflite } from '#build/networks/read-tflite.ts'
import { rewriteGraph } from '#build/networks/rewrite-graph.ts'
import { tfliteGraph } from '#build/networks/tflite-graph.ts'
import { formatTensor } from '#engine/tensor.ts'
import { networkOf } from '#matting/network-catalog.ts'
import { selfTestFault, selfTestInput } from '#matting/self-test.ts'
import { runTflite } from '#support/run-tflite.ts'
import { noise } from '#support/tiny-networks.ts'

ort.env.wasm.numThreads = 1
ort.env.logLevel = 'error'

const folder = 'node_modules/@mediapipe/selfie_segmentation'
const file = readFileSync(`${folder}/selfie_segmentation.tflite`)
const network = networkOf(readCatalog('.').networks, 'selfie-segmentation')
const size = { width: 256, height: 256 }
const drawnPerson = selfTestInput(size, 'person')

/** `picture` and the result as `Networks.run` has them. */
async function runShipped(picture: Float32Array): Promise<Float32Array> {
  const { input, output } = network
  const { graph, weights } = rewriteGraph(readSource(network, '.'), {
    input,
    outputName: output.name,
    weightsPath: 'weights.bin',
    compute: 'as stored',
  })
  const session = await ort.InferenceSession.create(graph, {
    externalData: [{ path: 'weights.bin', data: weights }],
  })
  const tensor = new ort.Tensor('float32', formatTensor(picture, input), [1, 3, 256, 256])
  const found = (await session.run({ [input.name]: tensor }, [output.name]))[output.name]
  await session.release()
  expect(found?.dims).toEqual([1, 1, 256, 256])
  return found?.data as Float32Array
}

test.each([
  ['a drawn person', drawnPerson],
  ['noise', noise(drawnPerson.length).map((value) => value / 2)],
])('TFLite and its translation agree on %s', async (_, picture) => {
  const expected = runTflite(file, formatTensor(picture, { ...network.input, layout: 'NHWC' }))
  const found = await runShipped(picture)
  expect(new Set(expected).size).toBeGreaterThan(1000)
  const furthest = expected.reduce((most, value, i) => Math.max(most, Math.abs(value - (found[i] ?? 2))), 0)
  expect(furthest).toBeLessThan(1e-4)
})

test('the shipped network finds the drawn person', async () => {
  expect(selfTestFault({ ...size, data: await runShipped(drawnPerson) }, size, 'person')).toBeUndefined()
})

test('an operator that nothing translates is named', () => {
  const wide = readFileSync(`${folder}/selfie_segmentation_landscape.tflite`)
  expect(() => tfliteGraph(wide)).toThrow(/operator 40 \(global_average_pooling2d\)/)
})

test('a file that is no TFLite graph is refused', () => {
  expect(() => readTflite(new Uint8Array(64))).toThrow(/no TFLite graph/)
})
