import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'

const raster = (
  width: number,
  height: number,
  pixel: (x: number, y: number) => readonly number[],
): Raster => ({
  width,
  height,
  data: Uint8ClampedArray.from(
    Array.from({ length: width * height }, (_, i) => pixel(i % width, Math.floor(i / width))).flat(),
  ),
})

const pixels = (data: Uint8ClampedArray) =>
  Array.from({ length: data.length / 4 }, (_, i) => [...data.subarray(i * 4, i * 4 + 4)])

const side = fc.integer({ min: 1, max: 40 })
const byte = fc.integer({ min: 0, max: 255 })

test('a flat colour stays the same at any size and alpha', () => {
  fc.assert(
    fc.property(
      side,
      side,
      side,
      side,
      byte,
      byte,
      byte,
      fc.integer({ min: 1, max: 255 }),
      (w, h, W, H, ...c) => {
        const out = resizeRaster(
          raster(w, h, () => c),
          { width: W, height: H },
        )
        expect(out.data).toEqual(raster(W, H, () => c).data)
      },
    ),
  )
})

test('transparent pixels lend no colour to their neighbours', () => {
  fc.assert(
    fc.property(side, side, side, side, byte, byte, (w, h, W, H, subject, hidden) => {
      const half = raster(w, h, (x) => (x < w / 2 ? [subject, 10, 20, 255] : [hidden, 250, 250, 0]))
      const out = resizeRaster(half, { width: W, height: H }).data
      const wrong = pixels(out).filter(([r, g, b, a]) => a && (r !== subject || g !== 10 || b !== 20))
      expect(wrong).toEqual([])
    }),
  )
})

test('halving turns a fine checkerboard grey', () => {
  const board = raster(16, 16, (x, y) =>
    Array(3)
      .fill((x + y) % 2 ? 255 : 0)
      .concat(255),
  )
  const out = resizeRaster(board, { width: 8, height: 8 })
  for (let i = 0; i < out.data.length; i++)
    if (i % 4 < 3) expect(Math.abs((out.data[i] ?? 0) - 127.5)).toBeLessThan(4)
})

test('a window past the raster is transparent there, and exact inside', () => {
  const source = raster(2, 1, (x) => [x + 1, 0, 0, 255])
  const out = resizeRaster(source, { width: 4, height: 1 }, { x: -1, y: 0, width: 4, height: 1 })
  expect([...out.data]).toEqual([0, 0, 0, 0, 1, 0, 0, 255, 2, 0, 0, 255, 0, 0, 0, 0])
})

test('a shrunken window past the raster keeps its colour', () => {
  const source = raster(4, 4, () => [200, 100, 50, 255])
  const out = resizeRaster(source, { width: 4, height: 4 }, { x: -2, y: -2, width: 8, height: 8 })
  expect([...out.data.subarray(0, 4)]).toEqual([200, 100, 50, out.data[3]])
  expect(out.data[3]).toBeLessThan(64)
  expect([...out.data.subarray(20, 23)]).toEqual([200, 100, 50])
  expect(out.data[23]).toBeGreaterThan(190)
})

test('a window on the right half shows the right half alone', () => {
  const source = raster(8, 2, (x) => (x < 4 ? [255, 0, 0, 255] : [0, 0, 255, 255]))
  const out = resizeRaster(source, { width: 2, height: 2 }, { x: 5, y: 0, width: 3, height: 2 })
  expect([...out.data.subarray(0, 4)]).toEqual([0, 0, 255, 255])
})

test('enlarging keeps a linear ramp linear', () => {
  const ramp = raster(8, 1, (x) => [x * 30, x * 30, x * 30, 255])
  const out = resizeRaster(ramp, { width: 32, height: 1 })
  for (let x = 8; x < 24; x++) {
    expect(Math.abs((out.data[x * 4] ?? 0) - ((x + 0.5) / 4 - 0.5) * 30)).toBeLessThanOrEqual(1)
  }
})
