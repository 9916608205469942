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

ort.env.wasm.numThreads = 1
ort.env.logLevel = 'error'

const folder = 'node_modules/@mediapipe/selfie_segmentation'
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

/**
 * What the file gives of the drawn person at forty places of its edge, and the mean of its matte. An interpreter of
 * TFLite that shares nothing with this translation said so.
 */
const recorded = {
  mean: 0.32266,
  places: [
    10363, 10631, 11375, 12180, 13211, 14495, 16035, 17575, 19113, 21163, 23123, 24148, 25172, 26453, 27990,
    29351, 30810, 32419, 34141, 35681, 37221, 38249, 39316, 42091, 43626, 43928, 44387, 44890, 45398, 46160,
    47178, 48197, 49085, 50236, 51399, 52683, 54064, 55762, 57301, 58919,
  ],
  values: [
    0.0443, 0.1391, 0.3205, 0.7025, 0.0688, 0.1721, 0.2074, 0.0838, 0.0915, 0.1851, 0.0381, 0.081, 0.0501,
    0.8939, 0.0778, 0.4161, 0.0993, 0.8562, 0.0574, 0.9444, 0.1553, 0.2349, 0.5178, 0.181, 0.2144, 0.1916,
    0.5344, 0.0256, 0.0579, 0.1445, 0.1108, 0.356, 0.9735, 0.1231, 0.169, 0.0665, 0.2951, 0.7938, 0.5192,
    0.0766,
  ],
}

test('the translation gives what TFLite gave, and finds the person', async () => {
  const found = await runShipped(drawnPerson)
  expect(found.reduce((sum, value) => sum + value, 0) / found.length).toBeCloseTo(recorded.mean, 4)
  for (const [i, place] of recorded.places.entries())
    expect(found[place]).toBeCloseTo(recorded.values[i] ?? Number.NaN, 3)
  expect(selfTestFault({ ...size, data: found }, size, 'person')).toBeUndefined()
})

test('an operator that nothing translates is named', () => {
  const wide = readFileSync(`${folder}/selfie_segmentation_landscape.tflite`)
  expect(() => tfliteGraph(wide)).toThrow(/operator 40 \(global_average_pooling2d\)/)
})

test('a file that is no TFLite graph is refused', () => {
  expect(() => readTflite(new Uint8Array(64))).toThrow(/no TFLite graph/)
})
