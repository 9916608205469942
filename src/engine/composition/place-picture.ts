import { type Box, fitSize, type Size } from '#base/geometry.ts'
import type { PictureBackground } from '#contract/composition.ts'
import type { Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'

/**
 * A picture centred in an area of this size like CSS `object-fit`: `cover` fills the area and crops, `contain` shows
 * the whole picture and leaves the rest transparent. It is then scaled about the centre, and moved by `x` and `y` in
 * shares of the shorter side.
 */
export const placePicture = (
  picture: Raster,
  size: Size,
  { fit, scale = 1, x = 0, y = 0 }: PictureBackground,
): Raster => {
  const fitted = fit === 'cover' ? fitSize(picture, size, 'cover').window : containing(picture, size)
  if (scale === 1 && x === 0 && y === 0) return resizeRaster(picture, size, fitted)
  const unit = Math.min(size.width, size.height)
  const [width, height] = [fitted.width / scale, fitted.height / scale]
  return resizeRaster(picture, size, {
    x: fitted.x + (fitted.width - width) / 2 - (x * unit * width) / size.width,
    y: fitted.y + (fitted.height - height) / 2 - (y * unit * height) / size.height,
    width,
    height,
  })
}

/** The smallest box of the aspect of `size` around the whole picture. */
const containing = (picture: Size, size: Size): Box => {
  const isWider = size.width * picture.height > size.height * picture.width
  const width = isWider ? (size.width * picture.height) / size.height : picture.width
  const height = isWider ? picture.height : (size.height * picture.width) / size.width
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height }
}
