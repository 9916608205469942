import { expect, test } from 'vitest'
import { alphaToYuv420, toYuv420, yuv420Bytes } from '#engine/to-yuv420.ts'

const filled = (width: number, height: number, pixel: readonly number[]) => ({
  width,
  height,
  data: Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) => pixel[at % 4] ?? 0),
})
const planesOf = (
  raster: ReturnType<typeof filled>,
  size = { width: raster.width, height: raster.height },
) => {
  const planes = new Uint8Array(yuv420Bytes(size))
  toYuv420(raster, size, planes)
  return [...planes]
}

test.each([
  ['white', [255, 255, 255], [235, 128, 128]],
  ['black', [0, 0, 0], [16, 128, 128]],
  ['red', [255, 0, 0], [63, 102, 240]],
  ['green', [0, 255, 0], [173, 42, 26]],
  ['blue', [0, 0, 255], [32, 240, 118]],
])('%s is what BT.709 says in limited range', (_, rgb, [y, u, v]) => {
  expect(planesOf(filled(2, 2, [...rgb, 255]))).toEqual([y, y, y, y, u, v])
})

test('chroma of odd sides is rounded up', () => {
  expect(yuv420Bytes({ width: 3, height: 5 })).toBe(15 + 2 * 2 * 3)
  const planes = planesOf(filled(3, 5, [255, 0, 0, 255]))
  expect(planes.slice(15)).toEqual([...Array(6).fill(102), ...Array(6).fill(240)])
})

test('the last column and row can be left out', () => {
  const raster = filled(3, 3, [0, 0, 0, 255])
  raster.data.set([255, 255, 255, 255], 2 * 4)
  expect(planesOf(raster, { width: 2, height: 2 })).toEqual([16, 16, 16, 16, 128, 128])
})

test('hidden colours do not bleed into the chroma of edges', () => {
  const raster = filled(2, 2, [255, 0, 0, 255])
  raster.data.set([0, 255, 0, 0, 0, 0, 255, 0], 0)
  expect(planesOf(raster).slice(4)).toEqual([102, 240])
})

test('alpha is the luma of a picture without colour', () => {
  const raster = filled(2, 2, [9, 9, 9, 77])
  const planes = new Uint8Array(6)
  alphaToYuv420(raster, raster, planes)
  expect([...planes]).toEqual([77, 77, 77, 77, 128, 128])
})
