import { expect, test } from 'vitest'
import { deepen } from '#engine/deepen.ts'

const raster = {
  width: 2,
  height: 2,
  data: Uint8ClampedArray.of(10, 20, 30, 255, 10, 20, 30, 128, 200, 0, 9, 1, 7, 7, 7, 0),
}
const none = { alpha: null, colors: null }
const alphaOf = (...values: number[]) => ({ width: 2, height: 2, data: Float32Array.from(values) })
/** The photo behind `raster`: its second pixel was mended. */
const photo = {
  width: 2,
  height: 2,
  data: Uint8ClampedArray.of(10, 20, 30, 255, 90, 20, 30, 255, 200, 0, 9, 200, 7, 7, 7, 255),
}
const colorsOf = (...values: number[]) => ({
  photo,
  colors: { width: 2, height: 2, channels: 3 as const, data: Uint16Array.from(values) },
})

test('without more than 8 bits every sample is spread over 16', () => {
  const { channels, data } = deepen({ kind: 'colour', raster, opaque: false }, none)
  expect(channels).toBe(4)
  expect([...data.subarray(0, 8)]).toEqual([2570, 5140, 7710, 65_535, 2570, 5140, 7710, 32_896])
  // What is hidden keeps no colour.
  expect([...data.subarray(12)]).toEqual([0, 0, 0, 0])
})

test('samples take fine values that the result shows, and no others', () => {
  const alpha = alphaOf(1, 0.5033, 0.9, 0.001)
  const colors = colorsOf(3100, 5000, 7711, 2570, 9999, 7453, 51_400, 900, 2313, 1800, 1800, 1800)
  const { data } = deepen({ kind: 'colour', raster, opaque: false }, { alpha, ...colors })
  // It shows the photo, which a lossy copy moved by two steps.
  expect([...data.subarray(0, 4)]).toEqual([3100, 5000, 7711, 65_535])
  // The second colour was mended, and its blue is a step of 8 bits away.
  expect([...data.subarray(4, 8)]).toEqual([2570, 5140, 7453, Math.round(0.5033 * 65_535)])
  // Alpha of the third was edited; the photo is not opaque there, so that its colours may be mixed.
  expect([...data.subarray(8, 12)]).toEqual([51_400, 0, 2313, 257])
  expect([...data.subarray(12)]).toEqual([0, 0, 0, 0])
})

test('an opaque picture has three channels, a matte one', () => {
  const colour = deepen({ kind: 'colour', raster, opaque: true }, none)
  expect([colour.channels, colour.data.length]).toEqual([3, 12])
  const alpha = { width: 2, height: 2, data: Uint8ClampedArray.of(0, 255, 128, 4) }
  const grey = deepen({ kind: 'grey', alpha }, { alpha: alphaOf(0.001, 1, 0.5, 0.9), colors: null })
  expect([grey.channels, ...grey.data]).toEqual([1, 66, 65_535, 32_768, 1028])
})
