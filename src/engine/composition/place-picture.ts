import { type Box, fitSize, type Size } from '#base/geometry.ts'
import type { Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'

/**
 * A picture in the middle of an area of this size, as CSS `object-fit`: `cover` fills it and cuts off what is too much,
 * `contain` shows all of the picture and leaves the rest transparent.
 */
export const placePicture = (picture: Raster, size: Size, fit: 'cover' | 'contain'): Raster => {
  if (fit === 'cover') return resizeRaster(picture, size, fitSize(picture, size, 'cover').window)
  return resizeRaster(picture, size, containing(picture, size))
}

/** The smallest box of the shape of `size` around the whole picture. */
const containing = (picture: Size, size: Size): Box => {
  const isWider = size.width * picture.height > size.height * picture.width
  const width = isWider ? (size.width * picture.height) / size.height : picture.width
  const height = isWider ? picture.height : (size.height * picture.width) / size.width
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height }
}
