import { capSize } from '#base/geometry.ts'
import { sumBoxes } from '#engine/box-sums.ts'
import { copyPatch, growBox } from '#engine/edits/alpha-patch.ts'
import { type AlphaBeliefs, alphaProblem, isMixed } from '#engine/edits/alpha-problem.ts'
import { solveAlpha } from '#engine/edits/solve-alpha.ts'
import type { AlphaMask8, AlphaMaskF32, Raster } from '#engine/raster.ts'
import { cropRaster, resizeRaster } from '#engine/resample/resize.ts'
import { subjectBox } from '#engine/subject-box.ts'
import { refineAlpha } from './refine-alpha.ts'

/** Pixels of the copy on which alpha is solved. */
const solvePixels = 120_000
/** Distance from the border within which alpha is solved again, in pixels of the copy. */
const reach = 4
/** Distances in pixels of the copy. */
const beliefs: AlphaBeliefs = {
  colorWeight: 0.2,
  beforeWeight: 0.02,
  settledRadius: 3,
  poorMixture: 150,
  sampleRadius: 0,
}
const maxRounds = 18

/**
 * The mean width of a matte's border, in its pixels: the mixed amount relative to the length of the line where alpha is
 * one half. A clean edge has about one; hair, fur and leaves, whose strands a small network input cannot show, have a
 * wide haze.
 */
export function borderWidth({ width, height, data }: AlphaMaskF32): number {
  let mixed = 0
  let length = 0
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      mixed += 1 - Math.abs(2 * data[i] - 1)
      const isInside = data[i] > 0.5
      if (x + 1 < width && isInside !== data[i + 1] > 0.5) length++
      if (y + 1 < height && isInside !== data[i + width] > 0.5) length++
    }
  }
  return mixed / Math.max(1, length)
}

/**
 * The matte with its border solved again from the picture, by closed-form matting with a colour term (`solveAlpha`), at
 * the picture's aspect and at most 120,000 pixels: recovers strands that were too fine for the network. Pixels that are
 * fully subject or background away from the border stay. `matte` covers the whole picture at any size and aspect.
 */
export function solveBorder(raster: Raster, matte: AlphaMaskF32): AlphaMaskF32 {
  const size = capSize(raster, solvePixels)
  const picture = size.width === raster.width ? raster : resizeRaster(raster, size)
  const before = refineAlpha(picture, matte)
  const unknown = nearBorder(before)
  const bounds = subjectBox(unknown)
  if (!bounds) return matte
  const box = growBox(bounds, 1, size)
  const problem = alphaProblem(
    cropRaster(picture, box),
    { ...box, data: copyPatch(before, box).data },
    new Uint8Array(copyPatch(unknown, box).data).map((value) => Number(value > 0)),
    beliefs,
  )
  if (!problem) return matte
  const solved = solveAlpha(problem, maxRounds)
  const data = new Float32Array(before.data).map((value) => value / 255)
  for (let y = 0; y < box.height; y++) {
    const row = solved.subarray(y * box.width, (y + 1) * box.width)
    data.set(row, (box.y + y) * size.width + box.x)
  }
  return { ...size, data }
}

/** 255 within reach of a mixed pixel, or next to one across one half. */
function nearBorder(alpha: AlphaMask8): AlphaMask8 {
  const { width, height, data } = alpha
  const border = new Float32Array(data.length)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const isInside = data[i] > 127
      const isCrossed =
        (x + 1 < width && isInside !== data[i + 1] > 127) ||
        (y + 1 < height && isInside !== data[i + width] > 127)
      border[i] = Number(isCrossed || isMixed(data[i]))
    }
  }
  sumBoxes(border, alpha, reach, new Float32Array(border.length))
  return { width, height, data: new Uint8ClampedArray(border.map((count) => (count > 0.5 ? 255 : 0))) }
}
