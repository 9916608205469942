import { expect, test } from 'vitest'
import type { AlphaMask8, AlphaMaskF32 } from '#engine/raster.ts'
import { borderWidth, solveBorder } from '#engine/refine/solve-border.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import { hairError, hairHaze, hairPicture, hairPlane, hairSize, hairTruth } from '#support/painted-hair.ts'

const floats = ({ width, height, data }: AlphaMask8): AlphaMaskF32 => ({
  width,
  height,
  data: Float32Array.from(data, (value) => value / 255),
})

const bytes = ({ width, height, data }: AlphaMaskF32): AlphaMask8 => ({
  width,
  height,
  data: Uint8ClampedArray.from(data, (value) => value * 255),
})

test('the solved border has the strands that the network blurred', () => {
  const solved = solveBorder(hairPicture(), floats(hairHaze))
  expect(hairError(hairHaze)).toBeGreaterThan(0.3)
  expect(hairError(bytes(solved))).toBeLessThan(0.1)
})

test('a border that was right stays', () => {
  expect(hairError(bytes(solveBorder(hairPicture(), floats(hairTruth))))).toBeLessThan(0.05)
})

test('pixels far from the border stay fully subject or background', () => {
  const { data } = solveBorder(hairPicture(), floats(hairHaze))
  const rows = (from: number, until: number) => [
    ...new Set(data.subarray(from * hairSize.width, until * hairSize.width)),
  ]
  expect(rows(0, 30)).toEqual([0])
  expect(rows(110, hairSize.height)).toEqual([1])
})

test('a large picture is solved at its aspect and 120,000 pixels', () => {
  const large = resizeRaster(hairPicture(), { width: 1100, height: 800 })
  const { width, height } = solveBorder(large, floats(hairHaze))
  expect(width * height).toBeLessThanOrEqual(120_000)
  expect(width / height).toBeCloseTo(1100 / 800, 2)
})

test('a matte without subject, or without background, stays as it is', () => {
  for (const value of [0, 1]) {
    const matte = floats(hairPlane(() => value))
    expect(solveBorder(hairPicture(), matte)).toBe(matte)
  }
})

test('hair has a wide border, a clean edge a narrow one', () => {
  const edge = hairPlane((_, y) => Math.min(1, Math.max(0, (y - 79) / 2)))
  expect(borderWidth(floats(edge))).toBeLessThan(2)
  expect(borderWidth(floats(hairHaze))).toBeGreaterThan(15)
})
