import type { Box } from '#base/geometry.ts'
import { yieldToEvents } from '#base/timers.ts'
import { alphaOfMixedColors, cutOut, multiplyAlpha } from '#engine/compose.ts'
import type { AlphaMask8, AlphaMaskF32, Raster } from '#engine/raster.ts'
import { estimateForeground } from '#engine/refine/estimate-foreground.ts'
import { refineAlpha } from '#engine/refine/refine-alpha.ts'
import { subjectBox } from '#engine/subject-box.ts'

/** The subject of a photo at the photo's own resolution. Every result is made from it, so it must not be changed. */
export type Cutout = {
  /** Subject pixels as in the photo, edge pixels in the subject's own colour (D-20), transparent elsewhere. */
  readonly raster: Raster
  /** The box around the subject in source pixels (D-14); null where nothing was found. */
  readonly subject: Box | null
}

/** The most pixels at which edges and foreground colours are estimated; the defaults of the engine where absent. */
export type CutoutDetail = { readonly edgePixels?: number; readonly colorPixels?: number }

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

/** Does the same without looking for the subject's box, for frames of a video. Returns the refined alpha. */
export const cutOutSubject = async (
  raster: Raster,
  hasAlpha: boolean,
  matte: AlphaMaskF32,
  signal: AbortSignal,
  { edgePixels, colorPixels }: CutoutDetail = {},
): Promise<AlphaMask8> => {
  const alpha = refineAlpha(raster, matte, edgePixels)
  await cutOutByAlpha(raster, hasAlpha, alpha, signal, colorPixels)
  return alpha
}

/** Does the same with alpha that is refined already, which is multiplied by the photo's own. */
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
  if (hasAlpha) multiplyAlpha(alpha, raster)
  cutOut(raster, alpha)
}
