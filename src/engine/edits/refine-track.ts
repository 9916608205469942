import type { Box, Size } from '#base/geometry.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { refineAlpha } from '#engine/refine/refine-alpha.ts'
import { cropRaster, resizeAlpha, resizeRaster } from '#engine/resample/resize.ts'
import { type AlphaPatch, copyPatch, growBox } from './alpha-patch.ts'
import { sumBoxes } from './box-sums.ts'
import { brushCoverage } from './brush-coverage.ts'
import { guessByColor } from './color-guess.ts'
import { type AlphaProblem, solveAlpha } from './solve-alpha.ts'
import type { BrushDisc } from './stroke-path.ts'

/** Most pixels of the copy on which alpha is solved. */
const solvePixels = 32_000
/** How far around the track is looked at: this many pixels, or as many radii where that is more. */
const context = { pixels: 12, radii: 0.5 }
/** Alpha of 255 from which a pixel counts as wholly subject, and up to which as wholly background. */
const sure = { subject: 242, background: 13 }
/** How far from any mixed pixel alpha counts as settled, as a share of the brush's radius. */
const settledShare = 0.1
/** Weights in the problem: of the colour's guess, of alpha as it was, and of that where it was settled. */
const weights = { color: 0.2, before: 0.02, settled: 1 }

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
  const problem = problemOf(
    resizeRaster(part, size),
    resizeAlpha(alpha, size, window),
    brushCoverage(discs, 1, window, size),
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

function problemOf(
  picture: Raster,
  before: AlphaMask8,
  track: AlphaMask8,
  settledRadius: number,
): AlphaProblem | null {
  const length = track.data.length
  const unknown = new Uint8Array(length).map((_, i) => Number(track.data[i] > 0))
  const isSettled = settledPixels(before, unknown, settledRadius)
  const isSure = (are: (value: number) => boolean) =>
    new Uint8Array(length).map((_, i) => Number(isSettled[i] === 1 && are(before.data[i])))
  const subject = isSure((value) => value >= sure.subject)
  const background = isSure((value) => value <= sure.background)
  if (!subject.includes(1) || !background.includes(1)) return null
  const { guess, trust } = guessByColor(picture, unknown, { subject, background })
  const alpha = new Float32Array(before.data).map((value) => value / 255)
  for (let i = 0; i < trust.length; i++) {
    const color = trust[i] * weights.color
    const kept = isSettled[i] === 1 ? weights.settled : weights.before
    guess[i] = (guess[i] * color + alpha[i] * kept) / (color + kept)
    trust[i] = color + kept
  }
  return { picture, alpha, unknown, guess, trust }
}

/** 1 outside of the track, and inside it where no pixel within the radius is mixed. */
function settledPixels(before: AlphaMask8, unknown: Uint8Array, radius: number): Uint8Array {
  const size: Size = before
  const mixed = new Float32Array(before.data).map((value) =>
    Number(value > sure.background && value < sure.subject),
  )
  sumBoxes(mixed, size, radius, new Float32Array(mixed.length))
  return unknown.map((isUnknown, i) => Number(isUnknown === 0 || mixed[i] < 0.5))
}
