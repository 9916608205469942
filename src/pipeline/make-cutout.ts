import type { Box } from '#engine/box.ts'
import { alphaOfMixedColors, cutOut, multiplyAlpha } from '#engine/compose.ts'
import type { AlphaMask8, AlphaMaskF32, Raster } from '#engine/raster.ts'
import { estimateForeground } from '#engine/refine/estimate-foreground.ts'
import { refineAlpha } from '#engine/refine/refine-alpha.ts'
import { subjectBox } from '#engine/subject-box.ts'
import { pause } from './pause.ts'

/** The subject of a photo at the photo's own resolution; every result is made from it. Not to be changed. */
export type Cutout = {
  /** Subject pixels as they were, edge pixels in the subject's own colour (D-20), nothing elsewhere. */
  readonly raster: Raster
  /** In source pixels (D-14). */
  readonly subject: Box | null
}

/** At how many pixels at most the edges and the colours are worked out; a photo's own defaults where absent. */
export type CutoutDetail = { readonly edgePixels?: number; readonly colorPixels?: number }

/** Turns a photo into its cut-out, in place: `raster` is the cut-out's from then on. */
export const makeCutout = async (
  raster: Raster,
  hasAlpha: boolean,
  matte: AlphaMaskF32,
  signal: AbortSignal,
): Promise<Cutout> => {
  const alpha = await cutOutSubject(raster, hasAlpha, matte, signal)
  return { raster, subject: subjectBox(alpha) }
}

/** The same for who need not know where the subject lies, such as a video: `raster` becomes the cut-out. */
export const cutOutSubject = async (
  raster: Raster,
  hasAlpha: boolean,
  matte: AlphaMaskF32,
  signal: AbortSignal,
  { edgePixels, colorPixels }: CutoutDetail = {},
): Promise<AlphaMask8> => {
  const alpha = refineAlpha(raster, matte, edgePixels)
  await pause(signal)
  estimateForeground(raster, hasAlpha ? alphaOfMixedColors(alpha, raster) : alpha, colorPixels)
  await pause(signal)
  if (hasAlpha) multiplyAlpha(alpha, raster)
  cutOut(raster, alpha)
  return alpha
}
