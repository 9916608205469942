import { expect, test } from 'vitest'
import { alphaOfMixedColors, cutOut, multiplyAlpha } from '#engine/cut-out.ts'

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

test('the alpha of the input multiplies the matte, rounded to nearest', () => {
  const alpha = plane(255, 255, 128, 128, 0)
  multiplyAlpha(alpha, rasterOf(255, 100, 255, 100, 255))
  expect([...alpha.data]).toEqual([255, 100, 128, 50, 0])
})

test('a pixel that came partly transparent counts as pure, one that came empty as background', () => {
  const alpha = plane(0, 60, 60, 255, 60)
  expect([...alphaOfMixedColors(alpha, rasterOf(128, 255, 128, 128, 0)).data]).toEqual([0, 60, 255, 255, 0])
  expect([...alpha.data]).toEqual([0, 60, 60, 255, 60])
})

test('cutting out keeps every colour that shows and leaves nothing of what does not', () => {
  const raster = rasterOf(255, 255, 255)
  cutOut(raster, plane(255, 1, 0))
  expect([...raster.data]).toEqual([11, 22, 33, 255, 11, 22, 33, 1, 0, 0, 0, 0])
})
