import type { Size } from '#base/geometry.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { resizeAlpha, resizeRaster } from '#engine/resample/resize.ts'
import { blurBytes } from './box-blur.ts'
import { makeCleanPlate } from './clean-plate.ts'

/** The blur runs on a smaller picture in which its standard deviation is still this many pixels. */
const smallSigma = 2

/**
 * The photo without its subject, blurred by a Gaussian of standard deviation `sigma` pixels, its saturation multiplied
 * by `saturation` (0 to 1). Opaque. `alpha` is the subject's, at the photo's size: the subject is not blurred into its
 * surroundings.
 */
export const paintOriginal = (
  photo: Raster,
  alpha: AlphaMask8,
  { sigma, saturation }: { readonly sigma: number; readonly saturation: number },
): Raster => {
  const scale = Math.max(1, sigma / smallSigma)
  const size = shrunk(photo, scale)
  const isSmall = size.width < photo.width || size.height < photo.height
  const plate = isSmall
    ? makeCleanPlate(resizeRaster(photo, size), resizeAlpha(alpha, size))
    : makeCleanPlate(photo, alpha)
  blurBytes(plate.data, { ...size, step: 4, outside: 'edge' }, sigma / scale)
  if (saturation < 1) saturate(plate.data, saturation)
  return isSmall ? resizeRaster(plate, photo) : plate
}

const shrunk = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width / scale)),
  height: Math.max(1, Math.round(height / scale)),
})

/** Like CSS `saturate()` (Filter Effects 1): grey keeps the luma. */
const saturate = (data: Uint8ClampedArray, amount: number): void => {
  for (let at = 0; at < data.length; at += 4) {
    const luma = (0.213 * data[at] + 0.715 * data[at + 1] + 0.072 * data[at + 2]) * (1 - amount)
    data[at] = luma + data[at] * amount
    data[at + 1] = luma + data[at + 1] * amount
    data[at + 2] = luma + data[at + 2] * amount
  }
}
