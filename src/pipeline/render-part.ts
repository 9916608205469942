import type { FileWriting } from '#contract/result-file.ts'
import { alphaOf, type EncoderInput } from '#engine/compose.ts'
import { composeLayers } from '#engine/composition/compose-layers.ts'
import { paintOriginal } from '#engine/composition/original-background.ts'
import { type MatteConfidence, matteConfidence } from '#engine/matte-confidence.ts'
import type { Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import type { Composed } from './background-sources.ts'
import type { ImagePlan } from './plan-image.ts'
import { sceneOf } from './render-layers.ts'

/**
 * One part of the result of a plan: the subject alone, its alpha, or what stands behind it with its shadows. Where nothing does,
 * that is the photo with the subject's place filled from the colours around it. Neither `cutout` nor `photo` changes.
 */
export const renderPart = async (
  cutout: Raster,
  photo: Raster,
  plan: ImagePlan,
  part: NonNullable<FileWriting['part']>,
  signal: AbortSignal,
  composed?: Composed,
): Promise<{ readonly picture: EncoderInput; readonly confidence: MatteConfidence }> => {
  const { shown, subject, below } = await sceneOf(cutout, plan, signal, composed)
  const confidence = matteConfidence(shown)
  if (part === 'subject') return { picture: { kind: 'colour', raster: subject, opaque: false }, confidence }
  if (part === 'mask') return { picture: { kind: 'grey', alpha: alphaOf(subject) }, confidence }
  const isEmpty = below.color === null && below.background === null
  const original = isEmpty ? resizeRaster(photo, plan.size, plan.window) : null
  const background = original
    ? paintOriginal(original, alphaOf(shown), { sigma: 0, saturation: 1 })
    : below.background
  const nobody = { ...plan.size, data: new Uint8ClampedArray(subject.data.length) }
  return { picture: composeLayers(nobody, { ...below, background }), confidence }
}
