import { expect, test } from 'vitest'
import { castShadow, growShape } from '#engine/composition/shape-layers.ts'
import type { AlphaMask8 } from '#engine/raster.ts'

const mask = (width: number, height: number, valueAt: (x: number, y: number) => number): AlphaMask8 => ({
  width,
  height,
  data: Uint8ClampedArray.from({ length: width * height }, (_, i) =>
    valueAt(i % width, Math.floor(i / width)),
  ),
})
const at = ({ width, data }: AlphaMask8, x: number, y: number) => data[y * width + x] ?? -1
const total = ({ data }: AlphaMask8) => data.reduce((sum, value) => sum + value, 0)
const square = mask(101, 81, (x, y) => (x >= 30 && x < 60 && y >= 20 && y < 50 ? 255 : 0))

test('an outline is the nearest of several shapes and holes', () => {
  const spots = mask(90, 70, (x, y) => ((x * 31 + y * 17) % 97 === 0 ? 255 : 0))
  const centres = [...spots.data.keys()].filter((i) => spots.data[i] === 255)
  const grown = growShape(spots, 4)
  for (let i = 0; i < grown.data.length; i++) {
    const nearest = Math.min(
      ...centres.map((c) => Math.hypot((c % 90) - (i % 90), Math.floor(c / 90) - Math.floor(i / 90))),
    )
    expect(grown.data[i]).toBe(Math.round(Math.min(1, Math.max(0, 5 - nearest)) * 255))
  }
})

test('a hard shadow is the shape, moved', () => {
  const shadow = castShadow(square, { dx: 12, dy: -7, sigma: 0 })
  expect(shadow.data).toEqual(
    mask(101, 81, (x, y) => (x >= 42 && x < 72 && y >= 13 && y < 43 ? 255 : 0)).data,
  )
})

test('a soft shadow has the requested softness', () => {
  for (const sigma of [2, 4, 8]) {
    const point = mask(161, 161, (x, y) => (Math.abs(x - 80) < 3 && Math.abs(y - 80) < 3 ? 255 : 0))
    const shadow = castShadow(
      mask(161, 161, (x, y) => 255 * Number(Math.abs(x - 80) < 20 && y > -1)),
      {
        dx: 0,
        dy: 0,
        sigma,
      },
    )
    // Across a long edge a Gaussian has 84 % one standard deviation inside.
    expect(at(shadow, 61 + sigma, 80) / 255).toBeGreaterThan(0.8)
    expect(at(shadow, 60 - sigma, 80) / 255).toBeLessThan(0.2)
    const spread = castShadow(point, { dx: 5, dy: 5, sigma })
    expect(Math.abs(total(spread) / total(point) - 1)).toBeLessThan(0.25)
  }
})

test('a shadow that comes in over the edge has no seam', () => {
  const left = mask(120, 60, (x) => (x < 40 ? 255 : 0))
  const shadow = castShadow(left, { dx: 60, dy: 0, sigma: 10 })
  for (let x = 1; x < 120; x++) expect(Math.abs(at(shadow, x, 30) - at(shadow, x - 1, 30))).toBeLessThan(18)
})
