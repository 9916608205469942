import { yieldToEvents } from '#base/timers.ts'
import { readDeepPng } from '#codecs/image/png/read-deep-png.ts'
import { isAbort } from '#contract/service-error.ts'
import { limitAlpha } from '#engine/compose.ts'
import type { FineParts } from '#engine/deepen.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { refineAlphaFinely } from '#engine/refine/refine-alpha.ts'
import { resizeDeep, resizePlane } from '#engine/resample/resize.ts'
import type { ImagePlan } from './plan-image.ts'

/** A photo, its matte where that is one of a network, and its file where the result has colours. */
type FineSource = {
  readonly image: Blob | null
  readonly raster: Raster
  readonly hasAlpha: boolean
  readonly matte: AlphaMaskF32 | undefined
}

/**
 * What more than 8 bits is known of the result of a plan: alpha of the matte, and the colours of a PNG of 16 bits. Of other files
 * the browser gives 8 bits.
 */
export const findFineParts = async (
  { image, raster, hasAlpha, matte }: FineSource,
  plan: Pick<ImagePlan, 'window' | 'size'>,
  signal: AbortSignal,
): Promise<FineParts> => {
  const alpha = matte ? refineAlphaFinely(raster, matte) : null
  if (alpha && hasAlpha) limitAlpha(alpha, raster)
  await yieldToEvents(signal)
  const colors = image
    ? await readDeepPng(image).catch((thrown: unknown) => {
        if (isAbort(thrown)) throw thrown
        return null
      })
    : null
  signal.throwIfAborted()
  const isOfPhoto = colors?.width === raster.width && colors.height === raster.height
  return {
    alpha: alpha && resizePlane(alpha, plan.size, plan.window),
    colors: colors && isOfPhoto ? resizeDeep(colors, plan.size, plan.window) : null,
  }
}
