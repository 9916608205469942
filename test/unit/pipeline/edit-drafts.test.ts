import { expect, test } from 'vitest'
import { noEdits } from '#contract/image-edits.ts'
import { createEditDrafts } from '#pipeline/edit-drafts.ts'

const size = { width: 1000, height: 800 }
const never = new AbortController().signal

const greyPhoto = () => ({ ...size, data: new Uint8ClampedArray(1000 * 800 * 4).fill(200) })
/** The left part of so many pixels. */
const leftAlpha = (columns: number) => ({
  ...size,
  data: Uint8ClampedArray.from({ length: 1000 * 800 }, (_, i) => (i % 1000 < columns ? 255 : 0)),
})

test('the small copies are made beforehand, not by the first slider', async () => {
  const photo = greyPhoto()
  const alpha = leftAlpha(500)
  const drafts = createEditDrafts(photo, false)
  drafts.prepare(alpha, 1)
  photo.data.fill(0)
  alpha.data.fill(0)
  const { raster, subject } = await drafts.cutOut(alpha, 1, noEdits, never)
  expect(raster.width * raster.height).toBeLessThanOrEqual(500_000)
  expect([...raster.data.subarray(0, 4)]).toEqual([200, 200, 200, 255])
  expect(subject?.width).toBeCloseTo(raster.width / 2, -1)
})

test('a draft follows the alpha of the last edit', async () => {
  const drafts = createEditDrafts(greyPhoto(), false)
  drafts.prepare(leftAlpha(500), 1)
  const { raster, subject } = await drafts.cutOut(leftAlpha(250), 2, noEdits, never)
  expect(subject?.width).toBeCloseTo(raster.width / 4, -1)
})
