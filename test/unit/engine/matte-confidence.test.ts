import fc from 'fast-check'
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

test('D-18: both measures follow their definitions, with at most 4 decimals', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(255), { minLength: 1 }), (alphas) => {
      const { confidence, ambiguousRatio } = matteConfidence(withAlpha(...alphas))
      const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
      expect(Math.abs(confidence - mean(alphas.map((a) => Math.abs((2 * a) / 255 - 1))))).toBeLessThanOrEqual(
        0.000051,
      )
      expect(
        Math.abs(ambiguousRatio - mean(alphas.map((a) => (a / 255 > 0.1 && a / 255 < 0.9 ? 1 : 0)))),
      ).toBeLessThanOrEqual(0.000051)
      expect(String(confidence).length).toBeLessThanOrEqual(6)
      expect(String(ambiguousRatio).length).toBeLessThanOrEqual(6)
    }),
  )
})
