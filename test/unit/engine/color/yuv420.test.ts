import { expect, test } from 'vitest'
import { alphaToYuv420, fromYuv420, lumaWeights, toYuv420, yuv420Bytes } from '#engine/color/yuv420.ts'

const limited709 = { weights: lumaWeights.bt709, fullRange: false }

/** The planes one after the other, as `toYuv420` lays them out. */
const yuvOf = (width: number, height: number, data: Uint8Array) => {
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 }
  const chroma = { ...half, data, stride: half.width, step: 1 }
  const offset = width * height
  return {
    luma: { width, height, data, offset: 0, stride: width, step: 1 },
    blue: { ...chroma, offset },
    red: { ...chroma, offset: offset + half.width * half.height },
  }
}
const single = (y: number, u: number, v: number) => yuvOf(1, 1, Uint8Array.of(y, u, v))

test.each([
  ['white', [235, 128, 128], [255, 255, 255]],
  ['black', [16, 128, 128], [0, 0, 0]],
  ['red', [63, 102, 240], [255, 1, 0]],
  ['blue', [32, 240, 118], [1, 0, 255]],
  ['whiter than white', [255, 128, 128], [255, 255, 255]],
  ['blacker than black', [0, 128, 128], [0, 0, 0]],
] as const)('%s of BT.709 in limited range', (_, [y, u, v], rgb) => {
  expect([...fromYuv420(single(y, u, v), limited709).data]).toEqual([...rgb, 255])
})

const filled = (width: number, height: number, pixel: readonly number[]) => ({
  width,
  height,
  data: Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) => pixel[at % 4] ?? 0),
})
const planesOf = (
  raster: ReturnType<typeof filled>,
  size = { width: raster.width, height: raster.height },
  coded = size,
) => {
  const planes = new Uint8Array(yuv420Bytes(coded))
  toYuv420(raster, size, coded, planes)
  return [...planes]
}

test.each([
  ['white', [255, 255, 255], [235, 128, 128]],
  ['black', [0, 0, 0], [16, 128, 128]],
  ['red', [255, 0, 0], [63, 102, 240]],
  ['green', [0, 255, 0], [173, 42, 26]],
  ['blue', [0, 0, 255], [32, 240, 118]],
])('%s is converted by BT.709 in limited range', (_, rgb, [y, u, v]) => {
  expect(planesOf(filled(2, 2, [...rgb, 255]))).toEqual([y, y, y, y, u, v])
})

test('odd sides are kept or rounded up', () => {
  const raster = filled(3, 5, [0, 0, 0, 255])
  for (let y = 0; y < 5; y++) raster.data.set([255, 255, 255, 40], (y * 3 + 2) * 4)
  for (let x = 0; x < 3; x++) raster.data.set([255, 0, 0, 90], (4 * 3 + x) * 4)
  const even = { width: 4, height: 6 }
  expect([yuv420Bytes(raster), yuv420Bytes(even)]).toEqual([3 * 5 + 2 * 2 * 3, 4 * 6 + 2 * 2 * 3])
  const rowsOf = (planes: readonly number[], { width, height }: typeof even) =>
    Array.from({ length: height }, (_, y) => planes.slice(y * width, (y + 1) * width))
  const alphasOf = (coded: typeof even) => {
    const alpha = new Uint8Array(yuv420Bytes(coded))
    alphaToYuv420(raster, raster, coded, alpha)
    return [...alpha]
  }
  const line = [16, 16, 235]
  const last = [63, 63, 63]
  const chroma = [128, 128, 128, 128, 102, 102, 128, 128, 128, 128, 240, 240]
  const kept = planesOf(raster)
  expect(rowsOf(kept, raster)).toEqual([line, line, line, line, last])
  expect(kept.slice(15)).toEqual(chroma)
  expect(rowsOf(alphasOf(raster), raster)[4]).toEqual([90, 90, 90])
  const rounded = planesOf(raster, raster, even)
  const wide = [16, 16, 235, 235]
  const wideLast = [63, 63, 63, 63]
  expect(rowsOf(rounded, even)).toEqual([wide, wide, wide, wide, wideLast, wideLast])
  expect(rounded.slice(24)).toEqual(chroma)
  const alphas = rowsOf(alphasOf(even), even)
  expect([alphas[0], alphas[4], alphas[5]]).toEqual([
    [255, 255, 40, 40],
    [90, 90, 90, 90],
    [90, 90, 90, 90],
  ])
})

test('hidden colours do not bleed into the chroma of edges', () => {
  const raster = filled(2, 2, [255, 0, 0, 255])
  raster.data.set([0, 255, 0, 0, 0, 0, 255, 0], 0)
  expect(planesOf(raster).slice(4)).toEqual([102, 240])
})

test('alpha becomes the luma of a grey picture', () => {
  const raster = filled(2, 2, [9, 9, 9, 77])
  const planes = new Uint8Array(6)
  alphaToYuv420(raster, raster, raster, planes)
  expect([...planes]).toEqual([77, 77, 77, 77, 128, 128])
})
