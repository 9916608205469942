import { expect, test } from 'vitest'
import { swapPatch } from '#engine/edits/alpha-patch.ts'
import { alternativeEdit } from '#engine/edits/alternative-patches.ts'
import { editPatches } from '#engine/edits/edit-patches.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'

const size = { width: 64, height: 48 }
const pixels = size.width * size.height
const isRight = (at: number) => at % size.width >= 40

const picture: Raster = {
  ...size,
  data: Uint8ClampedArray.from({ length: pixels * 4 }, (_, i) =>
    i % 4 === 3 || isRight(Math.floor(i / 4)) ? 255 : 40,
  ),
}
const left = (): AlphaMask8 => ({
  ...size,
  data: Uint8ClampedArray.from({ length: pixels }, (_, at) => (at % size.width < 20 ? 255 : 0)),
})
const right = { ...size, data: Float32Array.from({ length: pixels }, (_, at) => Number(isRight(at))) }

test('an alternative matte replaces the present one', () => {
  const alpha = left()
  const patches = [...editPatches(picture, alpha, alternativeEdit(right))]
  for (const patch of patches) if (patch) swapPatch(alpha, patch)
  const wrong = alpha.data.filter((value, at) => Math.abs(value - (isRight(at) ? 255 : 0)) > 64)
  expect(wrong.length).toBeLessThan(pixels / 50)
  for (const patch of patches) if (patch) swapPatch(alpha, patch)
  expect(alpha).toEqual(left())
})

test('a taken matte that is there already changes nothing', () => {
  const alpha = left()
  for (const patch of editPatches(picture, alpha, alternativeEdit(right))) if (patch) swapPatch(alpha, patch)
  expect([...editPatches(picture, alpha, alternativeEdit(right))]).toEqual([])
})
