import { type Size, wholeBox } from '#base/geometry.ts'
import { yieldToEvents } from '#base/timers.ts'
import { compose, type EncoderInput } from '#engine/compose.ts'
import { type MatteConfidence, matteConfidence } from '#engine/matte-confidence.ts'
import type { Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import type { Composed } from './background-sources.ts'
import type { ImagePlan } from './plan-image.ts'
import { renderComposition } from './render-composition.ts'

/** A result's pixels and the confidence of its matte (D-18). */
type Rendered = { readonly picture: EncoderInput; readonly confidence: MatteConfidence }

/**
 * Makes the result of a plan without changing the cut-out. Resamples only if the plan crops or scales. A mask has no
 * composition.
 */
export const renderImage = async (
  cutout: Raster,
  plan: ImagePlan,
  signal: AbortSignal,
  composed?: Composed,
): Promise<Rendered> => {
  const shown = showsAll(cutout, plan) ? cutout : resizeRaster(cutout, plan.size, plan.window)
  await yieldToEvents(signal)
  const confidence = matteConfidence(shown)
  const { composite, window, colorSpace } = plan
  const picture =
    composed && composite.kind !== 'matte'
      ? await renderComposition(shown, { composite, window, colorSpace }, composed, cutout, signal)
      : compose(shown, composite)
  return { picture, confidence }
}

/** Whether a plan shows a picture unchanged. */
export const showsAll = (picture: Size, { window, size }: Pick<ImagePlan, 'window' | 'size'>): boolean => {
  const whole = wholeBox(picture)
  return (
    window.x === 0 &&
    window.y === 0 &&
    window.width === whole.width &&
    window.height === whole.height &&
    size.width === whole.width &&
    size.height === whole.height
  )
}
