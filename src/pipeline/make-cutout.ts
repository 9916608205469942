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

/** The subject of a photo at full resolution, the base of every result: do not change it. */
export type Cutout = {
  /** Subject pixels as in the photo, edge pixels in the subject's colour (D-20), transparent elsewhere. */
  readonly raster: Raster
  /** The subject's box in source pixels (D-14); null if none was found. */
  readonly subject: Box | null
  /** Uncertainty of the matte; absent if it was edited. */
  readonly uncertainty?: Uncertainty
}

/** The probability that a matte is wrong, and its uncertain places (`uncertainPlaces`). */
export type Uncertainty = Required<Pick<ImagePlacement, 'risk' | 'places'>>

/** The uncertainty of a matte, with the risk found when it was made, else from the matte alone. */
export const uncertaintyOf = (matte: AlphaMaskF32 & Judged): Uncertainty => ({
  risk: matte.risk ?? matteRisk(matte),
  places: uncertainPlaces(quantizeMatte(matte)),
})

/** A cut-out, which may be smaller than its `source`, and whether its matte was cached. */
export type MadeCutout = { readonly cutout: Cutout; readonly source: Size; readonly reused: boolean }

/** Frees its memory at once, since an idle worker collects garbage late. The cut-out must not be used afterwards. */
export const releaseCutout = ({ raster: { data } }: Cutout): void => {
  // Older browsers wait for garbage collection.
  if ('transfer' in data.buffer) data.buffer.transfer(0)
}

/** Edge shift, feather and strength of edge colours, in pixels of the raster. */
export type EdgeValues = Pick<ImageEdits, 'edgeShift' | 'feather' | 'edgeColors'>

/** Level of detail of a cut-out's edge. */
export type CutoutDetail = {
  /** Maximum of pixels for estimating edges and foreground colours; default: as the engine. */
  readonly edgePixels?: number
  readonly colorPixels?: number
  readonly edges?: EdgeValues
}

/** Turns a photo into its cut-out, in place. `hasAlpha`: the photo has transparency. `matte` may have any size. */
export const makeCutout = async (
  raster: Raster,
  hasAlpha: boolean,
  matte: AlphaMaskF32,
  signal: AbortSignal,
): Promise<Cutout> => {
  const alpha = await cutOutSubject(raster, hasAlpha, matte, signal)
  return { raster, subject: subjectBox(alpha) }
}

/** The cut-out of a photo with refined alpha, as the base of edits; neither input changes. */
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

/** `makeCutout` for video frames, without the subject's box. Returns the refined alpha. */
export const cutOutSubject = async (
  raster: Raster,
  hasAlpha: boolean,
  matte: AlphaMaskF32,
  signal: AbortSignal,
  detail: CutoutDetail = {},
): Promise<AlphaMask8> =>
  cutOutRefined(raster, hasAlpha, refineAlpha(raster, matte, detail.edgePixels), signal, detail)

/** `cutOutSubject` with refined alpha; returns it after the edge values were applied. */
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

/** Mixes the raster's colours (share 1) with its former ones (share 0). */
const mixColors = ({ data }: Raster, before: Uint8ClampedArray, share: number): void => {
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] === 0 || data[i + 3] === 255) continue
    for (let channel = i; channel < i + 3; channel++) {
      const old = before[channel] ?? 0
      data[channel] = old + ((data[channel] ?? 0) - old) * share
    }
  }
}

/** `cutOutRefined` without edge values; the photo's own alpha limits the given one. */
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
