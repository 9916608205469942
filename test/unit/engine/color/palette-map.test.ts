import { expect, test } from 'vitest'
import { createPaletteMap } from '#engine/color/palette-map.ts'

const row = (...pixels: readonly (readonly number[])[]) => ({
  width: pixels.length,
  height: 1,
  data: Uint8ClampedArray.from(pixels.flat()),
})
const mapped = (map: ReturnType<typeof createPaletteMap>, raster: ReturnType<typeof row>, spread = 0) => {
  const indices = new Uint8Array(raster.width)
  map.map(raster, spread, 0, indices)
  return [...indices]
}
const palette = [
  [0, 0, 0],
  [0, 0, 0],
  [255, 255, 255],
  [200, 30, 30],
] as const

test('D-33: a pixel of at least half alpha gets the nearest colour', () => {
  const raster = row([250, 250, 250, 127], [250, 250, 250, 128], [190, 40, 20, 255], [3, 2, 1, 255])
  expect(mapped(createPaletteMap(palette, 1), raster)).toEqual([0, 2, 3, 1])
})

test('dither mixes two colours in the share of a grey between', () => {
  const data = new Uint8ClampedArray(64 * 4).fill(255)
  for (let at = 0; at < data.length; at += 4) data.fill(96, at, at + 3)
  const indices = new Uint8Array(64)
  createPaletteMap(palette.slice(0, 3), 1).map({ width: 8, height: 8, data }, 255, null, indices)
  const white = indices.filter((index) => index === 2).length
  expect(white / 64).toBeGreaterThan(0.33)
  expect(white / 64).toBeLessThan(0.43)
  // Ordered dithering gives every quarter its share.
  const corner = indices.filter((index, at) => index === 2 && at % 8 < 4 && at < 32).length
  expect(Math.abs(corner - white / 4)).toBeLessThanOrEqual(2)
})

test('the error of a palette is that of the nearest colours', () => {
  const map = createPaletteMap(palette, 1)
  expect(map.errorOf(row([255, 255, 255, 255], [0, 0, 0, 255]).data)).toBe(0)
  expect(map.errorOf(row([245, 245, 245, 255]).data)).toBeCloseTo(10, 5)
  expect(map.errorOf(new Uint8ClampedArray(0))).toBe(0)
})
