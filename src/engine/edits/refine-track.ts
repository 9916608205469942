import type { Box } from '#base/geometry.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { alphaIn, fitAlpha } from '#engine/refine/refine-alpha.ts'
import { cropRaster, resizeAlpha, resizePlane, resizeRaster } from '#engine/resample/resize.ts'
import { type AlphaPatch, copyPatch, growBox } from './alpha-patch.ts'
import { alphaProblem } from './alpha-problem.ts'
import { brushCoverage } from './brush-coverage.ts'
import { solveAlpha } from './solve-alpha.ts'
import type { BrushDisc } from './stroke-path.ts'

/** Pixels of the copy on which alpha is solved. */
const solvePixels = 20_000
/** Width of the surroundings considered: this many pixels, or radii if more. */
const context = { pixels: 12, radii: 0.5 }
/** Distance from mixed pixels beyond which alpha is settled, as a share of the brush's radius. */
const settledShare = 0.1
/** Chosen on photos with true alpha, along their edges. Fur and noise make single samples unreliable. */
const beliefs = {
  colorWeight: 4,
  beforeWeight: 0.05,
  explainedWeight: 12,
  poorMixture: 50,
  sampleRadius: 6,
} as const
const maxRounds = 8

/**
 * Estimates alpha again from the picture inside the track of a `refine` stroke, within `box`. Alpha beside the track is
 * known. Inside, the old alpha is a hint, stronger away from mixed pixels and where it follows the colours. The effect
 * falls towards the rim of a soft brush. Returns a function that makes patches for parts of `box`; null if no
 * surrounding pixel is fully subject, or none fully background.
 */
export function refineTrack(
  picture: Raster,
  alpha: AlphaMask8,
  discs: readonly BrushDisc[],
  hardness: number,
  box: Box,
): ((part: Box) => AlphaPatch) | null {
  const radius = discs.reduce((most, disc) => Math.max(most, disc.radius), 0)
  const window = growBox(box, Math.ceil(Math.max(context.pixels, radius * context.radii)), picture)
  const scale = Math.min(1, Math.sqrt(solvePixels / (window.width * window.height)))
  const size = {
    width: Math.max(1, Math.round(window.width * scale)),
    height: Math.max(1, Math.round(window.height * scale)),
  }
  const track = brushCoverage(discs, 1, window, size).data
  const guide = resizeRaster(cropRaster(picture, window), size)
  const problem = alphaProblem(
    guide,
    resizeAlpha(alpha, size, window),
    new Uint8Array(track.length).map((_, i) => Number(track[i] > 0)),
    { ...beliefs, settledRadius: Math.max(1, Math.round(settledShare * radius * scale)) },
  )
  if (!problem) return null
  const solution = { ...size, data: solveAlpha(problem, maxRounds) }
  // Aligned with the full-size picture's edges if solved on a smaller copy.
  const fitted = scale < 1 ? fitAlpha(guide, solution) : null
  const coverage = brushCoverage(discs, hardness, box)
  return (part) => {
    const solved = fitted
      ? alphaIn(picture, fitted, window, part).data
      : resizePlane(solution, part, { ...part, x: part.x - window.x, y: part.y - window.y }).data.map(
          (value) => value * 255,
        )
    const covered = copyPatch(coverage, { ...part, x: part.x - box.x, y: part.y - box.y }).data
    const patch = copyPatch(alpha, part)
    for (let at = 0; at < covered.length; at++) {
      if (covered[at] > 0) patch.data[at] += ((solved[at] - patch.data[at]) * covered[at]) / 255
    }
    return patch
  }
}
