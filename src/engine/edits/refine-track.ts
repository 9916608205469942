import type { Box } from '#base/geometry.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { refineAlpha } from '#engine/refine/refine-alpha.ts'
import { cropRaster, resizeAlpha, resizeRaster } from '#engine/resample/resize.ts'
import { type AlphaPatch, copyPatch, growBox } from './alpha-patch.ts'
import { brushCoverage } from './brush-coverage.ts'
import { clusterColors } from './color-clusters.ts'
import { guessByColor } from './color-guess.ts'
import { solveAlpha } from './solve-alpha.ts'
import type { BrushDisc } from './stroke-path.ts'

/** Most pixels of the copy on which alpha is solved. */
const solvePixels = 50_000
const clusters = 8
/** Alpha from which a pixel beside the track counts as wholly subject, and up to which as wholly background. */
const sure = { subject: 242, background: 13 }
export const T = { color: 0, prior: 0.003, minContext: 12 }

/**
 * Estimates alpha anew from the picture inside the track of a `refine` stroke, as far as it lies in `box`; null where
 * that needs both subject and background beside the track, and one of them is not there. The softer the brush, the
 * more is left as it was towards its rim.
 */
export function refineTrack(
  picture: Raster,
  alpha: AlphaMask8,
  discs: readonly BrushDisc[],
  hardness: number,
  box: Box,
): AlphaPatch | null {
  const radius = discs.reduce((most, disc) => Math.max(most, disc.radius), 0)
  const window = growBox(box, Math.ceil(Math.max(T.minContext, radius)), picture)
  const scale = Math.min(1, Math.sqrt(solvePixels / (window.width * window.height)))
  const size = {
    width: Math.max(1, Math.round(window.width * scale)),
    height: Math.max(1, Math.round(window.height * scale)),
  }
  const guide = resizeRaster(picture, size, window)
  const before = resizeAlpha(alpha, size, window).data
  const track = resizeAlpha(brushCoverage(discs, 1, window), size).data
  const unknown = Uint8Array.from(track, (covered) => (covered > 0 ? 1 : 0))
  const beside = (isSure: (value: number) => boolean) => {
    const pixels: number[] = []
    for (let i = 0; i < unknown.length; i++) if (unknown[i] === 0 && isSure(before[i])) pixels.push(i)
    return pixels
  }
  const front = beside((value) => value >= sure.subject)
  const back = beside((value) => value <= sure.background)
  if (front.length === 0 || back.length === 0) return null
  const { guess, trust } = guessByColor(
    guide,
    unknown,
    clusterColors(guide, front, clusters),
    clusterColors(guide, back, clusters),
  )
  const start = Float32Array.from(before, (value) => value / 255)
  for (let i = 0; i < trust.length; i++) {
    const t = trust[i] * T.color
    guess[i] = (guess[i] * t + start[i] * T.prior) / (t + T.prior)
    trust[i] = t + T.prior
  }
  const data = solveAlpha({ picture: guide, alpha: start, unknown, guess, trust })
  const solved =
    scale === 1
      ? Uint8ClampedArray.from(data, (value) => value * 255)
      : refineAlpha(cropRaster(picture, window), { ...size, data }, solvePixels).data
  const coverage = brushCoverage(discs, hardness, box).data
  const patch = copyPatch(alpha, box)
  for (let y = 0, at = 0; y < box.height; y++) {
    const from = (y + box.y - window.y) * window.width + box.x - window.x
    for (let x = 0; x < box.width; x++, at++) {
      patch.data[at] += ((solved[from + x] - patch.data[at]) * coverage[at]) / 255
    }
  }
  return patch
}
