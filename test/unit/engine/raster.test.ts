import { expect, test } from 'vitest'
import { isOpaque } from '#engine/raster.ts'

const opaque = (width: number) => ({ width, height: 1, data: new Uint8ClampedArray(width * 4).fill(255) })

test('one translucent pixel anywhere makes a raster not opaque', () => {
  for (const at of [0, 63, 64, 129]) {
    const raster = opaque(130)
    expect(isOpaque(raster)).toBe(true)
    raster.data[at * 4 + 3] = 254
    expect(isOpaque(raster)).toBe(false)
  }
})

test('colours do not decide whether a raster is opaque', () => {
  const raster = opaque(70)
  for (let at = 0; at < raster.data.length; at++) if (at % 4 < 3) raster.data[at] = 0
  expect(isOpaque(raster)).toBe(true)
})
