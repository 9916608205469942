import { expect, test } from 'vitest'
import { isOpaque } from '#engine/raster.ts'

const opaque = (width: number) => ({ width, height: 1, data: new Uint8ClampedArray(width * 4).fill(255) })

test('a raster is opaque until one pixel lets something through, wherever that is', () => {
  for (const at of [0, 63, 64, 129]) {
    const raster = opaque(130)
    expect(isOpaque(raster)).toBe(true)
    raster.data[at * 4 + 3] = 254
    expect(isOpaque(raster)).toBe(false)
  }
})

test('colours do not count', () => {
  const raster = opaque(70)
  for (let at = 0; at < raster.data.length; at++) if (at % 4 < 3) raster.data[at] = 0
  expect(isOpaque(raster)).toBe(true)
})
