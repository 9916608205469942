import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capSide, capSize, fitSize, wholeBox } from '#base/geometry.ts'

const side = fc.integer({ min: 1, max: 6000 })
const size = fc.record({ width: side, height: side })

test('D-16: contain is the largest size that fits, enlarged if need be', () => {
  expect(fitSize({ width: 400, height: 300 }, { width: 200, height: 200 }, 'contain').size).toEqual({
    width: 200,
    height: 150,
  })
  expect(fitSize({ width: 40, height: 30 }, { width: 200, height: 200 }, 'contain').size).toEqual({
    width: 200,
    height: 150,
  })
})

test('D-16: scale-down is contain without enlarging', () => {
  expect(fitSize({ width: 400, height: 300 }, { width: 200, height: 200 }, 'scale-down').size).toEqual({
    width: 200,
    height: 150,
  })
  expect(fitSize({ width: 40, height: 30 }, { width: 200, height: 200 }, 'scale-down').size).toEqual({
    width: 40,
    height: 30,
  })
})

test('D-16: cover fills the target and crops around the centre', () => {
  expect(fitSize({ width: 400, height: 300 }, { width: 100, height: 100 }, 'cover')).toEqual({
    size: { width: 100, height: 100 },
    window: { x: 50, y: 0, width: 300, height: 300 },
  })
})

test('D-16: with one side given, the other follows from the aspect', () => {
  for (const fit of ['contain', 'cover'] as const) {
    expect(fitSize({ width: 400, height: 300 }, { width: 800 }, fit).size).toEqual({
      width: 800,
      height: 600,
    })
    expect(fitSize({ width: 400, height: 300 }, { height: 30 }, fit).size).toEqual({ width: 40, height: 30 })
  }
  expect(fitSize({ width: 400, height: 300 }, { width: 800 }, 'scale-down').size).toEqual({
    width: 400,
    height: 300,
  })
})

test('D-16: a fit without a side changes nothing', () => {
  const source = { width: 7, height: 5 }
  expect(fitSize(source, {}, 'cover')).toEqual({ size: source, window: wholeBox(source) })
})

test('D-16: contain fits the target and keeps the aspect', () => {
  fc.assert(
    fc.property(size, size, (source, frame) => {
      const out = fitSize(source, frame, 'contain').size
      expect(out.width).toBeLessThanOrEqual(frame.width)
      expect(out.height).toBeLessThanOrEqual(frame.height)
      expect(out.width === frame.width || out.height === frame.height).toBe(true)
      const scale = Math.min(frame.width / source.width, frame.height / source.height)
      expect(Math.abs(out.width - source.width * scale)).toBeLessThan(1)
      expect(Math.abs(out.height - source.height * scale)).toBeLessThan(1)
    }),
  )
})

test('D-16: cover is exactly the target, of a centred part', () => {
  fc.assert(
    fc.property(size, size, (source, frame) => {
      const { size: out, window } = fitSize(source, frame, 'cover')
      expect(out).toEqual(frame)
      expect(window.width / window.height).toBeCloseTo(frame.width / frame.height, 6)
      expect(window.x).toBeGreaterThanOrEqual(0)
      expect(window.y).toBeGreaterThanOrEqual(0)
      expect(window.x * 2 + window.width).toBeCloseTo(source.width, 6)
      expect(window.y * 2 + window.height).toBeCloseTo(source.height, 6)
      expect(window.width === source.width || window.height === source.height).toBe(true)
    }),
  )
})

const longSide = fc.integer({ min: 1, max: 32_767 })
const cap = fc.constantFrom(250_000, 1_500_000, 4_000_000)

test('D-13: a size up to the limit stays as it is', () => {
  expect(capSize({ width: 500, height: 500 }, 250_000)).toEqual({ width: 500, height: 500 })
  expect(capSize({ width: 3, height: 2 }, Number.POSITIVE_INFINITY)).toEqual({ width: 3, height: 2 })
})

test('D-13: sides are rounded to the nearest integer', () => {
  expect(capSize({ width: 6000, height: 4000 }, 4_000_000)).toEqual({ width: 2449, height: 1633 })
  expect(capSize({ width: 4000, height: 3000 }, 250_000)).toEqual({ width: 577, height: 433 })
})

test('D-13: the aspect decides which side is rounded down', () => {
  expect(667 * 375).toBeGreaterThan(250_000)
  expect(capSize({ width: 1920, height: 1080 }, 250_000)).toEqual({ width: 666, height: 375 })
  expect(capSize({ width: 3000, height: 3000 }, 1_500_000)).toEqual({ width: 1224, height: 1224 })
  expect(capSize({ width: 1080, height: 1920 }, 250_000)).toEqual({ width: 375, height: 666 })
})

test('D-13: a sliver keeps one pixel for its short side', () => {
  expect(capSize({ width: 1, height: 1_000_000 }, 250_000)).toEqual({ width: 1, height: 250_000 })
  expect(capSize({ width: 1_000_000, height: 1 }, 250_000)).toEqual({ width: 250_000, height: 1 })
})

test('D-13: no area exceeds the limit, and sides stay within a pixel', () => {
  fc.assert(
    fc.property(longSide, longSide, cap, (width, height, maxPixels) => {
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

test('a capped side keeps the aspect ratio and never enlarges', () => {
  expect(capSide({ width: 4000, height: 3000 }, 1280)).toEqual({ width: 1280, height: 960 })
  expect(capSide({ width: 30, height: 4000 }, 100)).toEqual({ width: 1, height: 100 })
  expect(capSide({ width: 640, height: 480 }, 1280)).toEqual({ width: 640, height: 480 })
})
