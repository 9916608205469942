import type { Box } from '#base/geometry.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { refineAlpha } from '#engine/refine/refine-alpha.ts'
import { cropRaster, resizeAlpha, resizeRaster } from '#engine/resample/resize.ts'
import { type AlphaPatch, copyPatch, growBox } from './alpha-patch.ts'
import { alphaProblem } from './alpha-problem.ts'
import { brushCoverage } from './brush-coverage.ts'
import { solveAlpha } from './solve-alpha.ts'
import type { BrushDisc } from './stroke-path.ts'

/** Most pixels of the copy on which alpha is solved. */
const solvePixels = 32_000
/** How far around the track is looked at: this many pixels, or as many radii where that is more. */
const context = { pixels: 12, radii: 0.5 }
/** How far from any mixed pixel alpha counts as settled, as a share of the brush's radius. */
const settledShare = 0.1
/**
 * Estimates alpha anew from the picture inside the track of a `refine` stroke, as far as it lies in `box`; null where
 * nothing around is wholly subject, or nothing wholly background. Alpha beside the track is taken as known, and inside
 * it as a hint, stronger where no mixed pixel is near. The softer the brush, the more is left as it was towards its rim.
 */
export function refineTrack(
  picture: Raster,
  alpha: AlphaMask8,
  discs: readonly BrushDisc[],
  hardness: number,
  box: Box,
): AlphaPatch | null {
  const radius = discs.reduce((most, disc) => Math.max(most, disc.radius), 0)
  const window = growBox(box, Math.ceil(Math.max(context.pixels, radius * context.radii)), picture)
  const scale = Math.min(1, Math.sqrt(solvePixels / (window.width * window.height)))
  const size = {
    width: Math.max(1, Math.round(window.width * scale)),
    height: Math.max(1, Math.round(window.height * scale)),
  }
  const part = cropRaster(picture, window)
  const track = brushCoverage(discs, 1, window, size).data
  const problem = alphaProblem(
    resizeRaster(part, size),
    resizeAlpha(alpha, size, window),
    new Uint8Array(track.length).map((_, i) => Number(track[i] > 0)),
    Math.max(1, Math.round(settledShare * radius * scale)),
  )
  if (!problem) return null
  const data = solveAlpha(problem)
  const solved =
    scale === 1 ? data.map((value) => value * 255) : refineAlpha(part, { ...size, data }, solvePixels).data
  const coverage = brushCoverage(discs, hardness, box).data
  const patch = copyPatch(alpha, box)
  for (let y = 0, at = 0; y < box.height; y++) {
    const from = (y + box.y - window.y) * window.width + box.x - window.x
    for (let x = 0; x < box.width; x++, at++) {
      if (coverage[at] > 0) patch.data[at] += ((solved[from + x] - patch.data[at]) * coverage[at]) / 255
    }
  }
  return patch
}
