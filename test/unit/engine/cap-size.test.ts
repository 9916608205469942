import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capSize } from '#engine/cap-size.ts'

const side = fc.integer({ min: 1, max: 32_767 })
const cap = fc.constantFrom(250_000, 1_500_000, 4_000_000)

test('D-13: a size within the cap is left alone, an area of exactly the cap included', () => {
  expect(capSize({ width: 500, height: 500 }, 250_000)).toEqual({ width: 500, height: 500 })
  expect(capSize({ width: 3, height: 2 }, Number.POSITIVE_INFINITY)).toEqual({ width: 3, height: 2 })
})

test('D-13: sides are rounded to the nearest integer', () => {
  expect(capSize({ width: 6000, height: 4000 }, 4_000_000)).toEqual({ width: 2449, height: 1633 })
  expect(capSize({ width: 4000, height: 3000 }, 250_000)).toEqual({ width: 577, height: 433 })
})

test('D-13: where rounding would exceed the cap, the aspect decides which side is rounded down', () => {
  expect(667 * 375).toBeGreaterThan(250_000)
  expect(capSize({ width: 1920, height: 1080 }, 250_000)).toEqual({ width: 666, height: 375 })
  expect(capSize({ width: 3000, height: 3000 }, 1_500_000)).toEqual({ width: 1224, height: 1224 })
  expect(capSize({ width: 1080, height: 1920 }, 250_000)).toEqual({ width: 375, height: 666 })
})

test('D-13: a sliver keeps one pixel and the rest of the cap', () => {
  expect(capSize({ width: 1, height: 1_000_000 }, 250_000)).toEqual({ width: 1, height: 250_000 })
  expect(capSize({ width: 1_000_000, height: 1 }, 250_000)).toEqual({ width: 250_000, height: 1 })
})

test('D-13: for any size, the area never exceeds the cap, no side grows, sides stay within a pixel of true', () => {
  fc.assert(
    fc.property(side, side, cap, (width, height, maxPixels) => {
      const out = capSize({ width, height }, maxPixels)
      expect(out.width * out.height).toBeLessThanOrEqual(Math.max(maxPixels, 0))
      expect(Math.min(out.width, out.height)).toBeGreaterThanOrEqual(1)
      expect(out.width).toBeLessThanOrEqual(width)
      expect(out.height).toBeLessThanOrEqual(height)
      const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)))
      if (Math.min(width, height) * scale < 1) return
      expect(Math.abs(out.width - width * scale)).toBeLessThan(1)
      expect(Math.abs(out.height - height * scale)).toBeLessThan(1)
    }),
  )
})
