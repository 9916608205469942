import { expect, test } from 'vitest'
import { alphaOfMixedColors, compose, cutOut, limitAlpha } from '#engine/compose.ts'
import type { Raster } from '#engine/raster.ts'

const row = (...pixels: readonly [number, number, number, number][]): Raster => ({
  width: pixels.length,
  height: 1,
  data: Uint8ClampedArray.from(pixels.flat()),
})

test('the composite `cutout` is the raster itself', () => {
  const cutout = row([1, 2, 3, 4])
  expect(compose(cutout, { kind: 'cutout' })).toEqual({ kind: 'colour', raster: cutout, opaque: false })
})

test('D-12: a cut-out on a colour is blended, rounded to nearest', () => {
  const values = Array.from({ length: 256 }, (_, i) => i)
  const color = { r: 10, g: 200, b: 255 }
  for (const alpha of values) {
    const cutout = row(...values.map((v): [number, number, number, number] => [v, v, v, alpha]))
    const picture = compose(cutout, { kind: 'backdrop', color })
    const expected = values.flatMap((v) => [
      ...[color.r, color.g, color.b].map((under) => Math.round((v * alpha + under * (255 - alpha)) / 255)),
      255,
    ])
    expect(picture).toMatchObject({ kind: 'colour', opaque: true })
    if (picture.kind === 'colour') expect([...picture.raster.data]).toEqual(expected)
    expect(cutout.data[3]).toBe(alpha)
  }
})

test('the composite `matte` is alpha as grey', () => {
  expect(compose(row([9, 9, 9, 0], [9, 9, 9, 77], [9, 9, 9, 255]), { kind: 'matte' })).toEqual({
    kind: 'grey',
    alpha: { width: 3, height: 1, data: Uint8ClampedArray.of(0, 77, 255) },
  })
})

const plane = (...values: number[]) => ({
  width: values.length,
  height: 1,
  data: Uint8ClampedArray.from(values),
})
const rasterOf = (...alphas: number[]) => ({
  width: alphas.length,
  height: 1,
  data: Uint8ClampedArray.from(alphas.flatMap((alpha) => [11, 22, 33, alpha])),
})

test("the input's alpha limits the matte", () => {
  const alpha = plane(255, 255, 128, 128, 0)
  limitAlpha(alpha, rasterOf(255, 100, 255, 100, 255))
  expect([...alpha.data]).toEqual([255, 100, 128, 100, 0])
  const fine = { width: 3, height: 1, data: Float32Array.of(1, 0.25, 0.5) }
  limitAlpha(fine, rasterOf(51, 51, 255))
  expect([...fine.data]).toEqual([Math.fround(0.2), Math.fround(0.2), 0.5])
})

test('partly transparent input counts as subject, fully transparent input as background', () => {
  const alpha = plane(0, 60, 60, 255, 60)
  expect([...alphaOfMixedColors(alpha, rasterOf(128, 255, 128, 128, 0)).data]).toEqual([0, 60, 255, 255, 0])
  expect([...alpha.data]).toEqual([0, 60, 60, 255, 60])
})

test('cutting out keeps visible colours and clears invisible ones', () => {
  const raster = rasterOf(255, 255, 255)
  cutOut(raster, plane(255, 1, 0))
  expect([...raster.data]).toEqual([11, 22, 33, 255, 11, 22, 33, 1, 0, 0, 0, 0])
})
