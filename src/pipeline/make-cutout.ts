import type { Box, Size } from '#base/geometry.ts'
import { yieldToEvents } from '#base/timers.ts'
import type { ImagePlacement } from '#contract/image-answer.ts'
import type { ImageEdits } from '#contract/image-edits.ts'
import { alphaOfMixedColors, cutOut, limitAlpha } from '#engine/compose.ts'
import { adjustAllEdges } from '#engine/edits/adjust-edges.ts'
import { matteRisk } from '#engine/matte-risk.ts'
import type { AlphaMask8, AlphaMaskF32, Raster } from '#engine/raster.ts'
import { estimateForeground } from '#engine/refine/estimate-foreground.ts'
import { refineAlpha } from '#engine/refine/refine-alpha.ts'
import { subjectBox } from '#engine/subject-box.ts'
import { uncertainPlaces } from '#engine/uncertain-places.ts'
import { type Judged, quantizeMatte } from './matte-cache.ts'

/** The subject of a photo at the photo's own resolution. Every result is made from it, so it must not be changed. */
export type Cutout = {
  /** Subject pixels as in the photo, edge pixels in the subject's own colour (D-20), transparent elsewhere. */
  readonly raster: Raster
  /** The box around the subject in source pixels (D-14); null where nothing was found. */
  readonly subject: Box | null
  /** How far and where the matte is uncertain; absent where it was edited. */
  readonly uncertainty?: Uncertainty
}

/** The probability that a matte is wrong, and where it is uncertain (`uncertainPlaces`). */
export type Uncertainty = Required<Pick<ImagePlacement, 'risk' | 'places'>>

/** How far and where a matte is uncertain: by the risk that was found when it was made, else by itself. */
export const uncertaintyOf = (matte: AlphaMaskF32 & Judged): Uncertainty => ({
  risk: matte.risk ?? matteRisk(matte),
  places: uncertainPlaces(quantizeMatte(matte)),
})

/** A cut-out, which may be smaller than its `source`, and whether the matte was there before. */
export type MadeCutout = { readonly cutout: Cutout; readonly source: Size; readonly reused: boolean }

/** Gives its memory back at once: a worker that waits collects its garbage late. Nobody may use it any more. */
export const releaseCutout = ({ raster: { data } }: Cutout): void => {
  // Older browsers wait for the garbage collection.
  if ('transfer' in data.buffer) data.buffer.transfer(0)
}

/** Edge shift, feather and strength of the edge colours, in pixels of the raster. */
export type EdgeValues = Pick<ImageEdits, 'edgeShift' | 'feather' | 'edgeColors'>

/** How finely the edge of a cut-out is worked out. */
export type CutoutDetail = {
  /** The most pixels at which edges and foreground colours are estimated; the defaults of the engine where absent. */
  readonly edgePixels?: number
  readonly colorPixels?: number
  /** What was set for the edge; nothing where absent. */
  readonly edges?: EdgeValues
}

/**
 * Turns a photo into its cut-out in place: `raster` is overwritten. `hasAlpha` says that the photo has transparent
 * pixels of its own. `matte` may have any size.
 */
export const makeCutout = async (
  raster: Raster,
  hasAlpha: boolean,
  matte: AlphaMaskF32,
  signal: AbortSignal,
): Promise<Cutout> => {
  const alpha = await cutOutSubject(raster, hasAlpha, matte, signal)
  return { raster, subject: subjectBox(alpha) }
}

/** Makes the cut-out of a photo by alpha that is refined already, and leaves both as they are, to be edited. */
export const makeUneditedCutout = async (
  photo: Raster,
  hasAlpha: boolean,
  refined: AlphaMask8,
  signal: AbortSignal,
): Promise<Cutout> => {
  const raster = { ...photo, data: photo.data.slice() }
  const alpha = { ...refined, data: refined.data.slice() }
  await cutOutByAlpha(raster, hasAlpha, alpha, signal)
  return { raster, subject: subjectBox(alpha) }
}

/**
 * Does the same as `makeCutout` without looking for the subject's box, for frames of a video. Returns the refined
 * alpha.
 */
export const cutOutSubject = async (
  raster: Raster,
  hasAlpha: boolean,
  matte: AlphaMaskF32,
  signal: AbortSignal,
  detail: CutoutDetail = {},
): Promise<AlphaMask8> =>
  cutOutRefined(raster, hasAlpha, refineAlpha(raster, matte, detail.edgePixels), signal, detail)

/** Does the same with alpha that is refined already; returns it with what was set for the edge. */
export const cutOutRefined = async (
  raster: Raster,
  hasAlpha: boolean,
  refined: AlphaMask8,
  signal: AbortSignal,
  { colorPixels, edges }: CutoutDetail,
): Promise<AlphaMask8> => {
  const isMoved = edges && (edges.edgeShift !== 0 || edges.feather !== 0)
  const alpha = isMoved ? adjustAllEdges(refined, edges) : refined
  const photo = edges && edges.edgeColors < 1 ? raster.data.slice() : null
  await cutOutByAlpha(raster, hasAlpha, alpha, signal, colorPixels)
  if (photo) mixColors(raster, photo, edges?.edgeColors ?? 1)
  return alpha
}

/** Mixes the colours of the raster (share 1) with those that it had before (share 0). */
const mixColors = ({ data }: Raster, before: Uint8ClampedArray, share: number): void => {
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] === 0 || data[i + 3] === 255) continue
    for (let channel = i; channel < i + 3; channel++) {
      const old = before[channel] ?? 0
      data[channel] = old + ((data[channel] ?? 0) - old) * share
    }
  }
}

/** Does the same with alpha that is refined already, which the photo's own limits. */
export const cutOutByAlpha = async (
  raster: Raster,
  hasAlpha: boolean,
  alpha: AlphaMask8,
  signal: AbortSignal,
  colorPixels?: number,
): Promise<void> => {
  await yieldToEvents(signal)
  estimateForeground(raster, hasAlpha ? alphaOfMixedColors(alpha, raster) : alpha, colorPixels)
  await yieldToEvents(signal)
  if (hasAlpha) limitAlpha(alpha, raster)
  cutOut(raster, alpha)
}
