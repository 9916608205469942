import { expect, test } from 'vitest'
import { cosineSimilarities, toFeatureMap, vectorLengths } from '#engine/clicks/feature-maps.ts'

/** Four cells of two channels: the first tells left from right, the second is the same everywhere. */
const map = toFeatureMap(Float32Array.of(1, 9, 1, 9, 5, 5, 5, 5), { width: 2, height: 2 }, 2)

test('a channel without contrast counts nothing in a feature map', () => {
  expect([...map.data]).toEqual([-32, 0, 32, 0, -32, 0, 32, 0])
})

test('the similarity is 1 or -1 along the same line', () => {
  const similarities = cosineSimilarities({ ...map, lengths: vectorLengths(map) }, map.data.subarray(0, 2))
  expect(Array.from(similarities, (value) => Math.round(value * 100) / 100)).toEqual([1, -1, 1, -1])
})
