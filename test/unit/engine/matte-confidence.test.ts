import { expect, test } from 'vitest'
import { matteConfidence } from '#engine/matte-confidence.ts'

const withAlpha = (...alphas: number[]) => ({
  width: alphas.length,
  height: 1,
  data: Uint8ClampedArray.from(alphas.flatMap((alpha) => [1, 2, 3, alpha])),
})

test('D-18: a black and white matte has confidence 1', () => {
  expect(matteConfidence(withAlpha(0, 255, 255))).toEqual({ confidence: 1, ambiguousRatio: 0 })
  expect(matteConfidence(withAlpha(127, 128))).toEqual({ confidence: 0.0039, ambiguousRatio: 1 })
})

test('D-18: a pixel is ambiguous strictly between 0.1 and 0.9', () => {
  expect(25 / 255).toBeLessThan(0.1)
  expect(matteConfidence(withAlpha(25, 26, 229, 230)).ambiguousRatio).toBe(0.5)
})
