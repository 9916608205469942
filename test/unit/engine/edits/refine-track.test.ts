import { expect, test } from 'vitest'
import type { StrokeEdit } from '#contract/image-edits.ts'
import { swapPatch } from '#engine/edits/alpha-patch.ts'
import { editPatches } from '#engine/edits/edit-patches.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import { hairError, hairHaze, hairPicture, hairPlane, hairTruth } from '#support/painted-hair.ts'

const stroke: StrokeEdit = {
  kind: 'stroke',
  mode: 'refine',
  radius: 28,
  hardness: 1,
  snap: false,
  points: [
    [20, 68, 1],
    [200, 68, 1],
  ],
}

const refined = (before: AlphaMask8, edit = stroke) => {
  const alpha = { ...before, data: before.data.slice() }
  for (const patch of editPatches(hairPicture(), alpha, edit)) if (patch) swapPatch(alpha, patch)
  return alpha
}

test('refining finds the strands that the matte blurred', () => {
  expect(hairError(hairHaze)).toBeGreaterThan(0.3)
  expect(hairError(refined(hairHaze))).toBeLessThan(0.1)
})

test('refining leaves a matte that was right as it was', () => {
  expect(hairError(refined(hairTruth))).toBeLessThan(0.05)
})

test('refining where there is no subject around changes nothing', () => {
  const empty = hairPlane(() => 0)
  expect([...editPatches(hairPicture(), empty, stroke)].filter((patch) => patch !== null)).toEqual([])
})
