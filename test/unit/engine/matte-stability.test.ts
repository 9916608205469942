import { expect, test } from 'vitest'
import { matteFlicker, matteUncertainty } from '#engine/matte-stability.ts'
import type { AlphaMask8 } from '#engine/raster.ts'

const size = { width: 64, height: 48 }
/** A square of 24 x 24 pixels at `left`, of one alpha. */
const square = (left: number, alpha = 255): AlphaMask8 => ({
  ...size,
  data: Uint8ClampedArray.from({ length: size.width * size.height }, (_, i) => {
    const [x, y] = [i % size.width, Math.floor(i / size.width)]
    return x >= left && x < left + 24 && y >= 12 && y < 36 ? alpha : 0
  }),
})

test('a matte of 0 and 1 is certain', () => {
  expect(matteUncertainty(square(8))).toBe(0)
})

test('uncertainty grows towards an alpha of one half', () => {
  const uncertainties = [255, 230, 180, 128].map((alpha) => matteUncertainty(square(8, alpha)))
  expect(uncertainties).toEqual(uncertainties.toSorted((a, b) => a - b))
  expect(uncertainties.at(-1)).toBeCloseTo(1)
})

test('a still matte does not flicker', () => {
  expect(matteFlicker(square(8), square(8), square(8))).toBe(0)
})

test('a subject missing on one frame flickers more than a moving one', () => {
  const moving = matteFlicker(square(8), square(12), square(16))
  const missing = matteFlicker(square(8), square(8, 0), square(8))
  expect(moving).toBeLessThan(0.4)
  expect(missing).toBe(1)
})
