import { distanceTransform } from '#engine/composition/distance-transform.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import { resizeAlpha } from '#engine/resample/resize.ts'
import { blurBytes } from './box-blur.ts'

/** The blur runs on a smaller mask in which its standard deviation is still this many pixels. */
const smallSigma = 3

/** In pixels. */
type ShadowPlacement = { readonly dx: number; readonly dy: number; readonly sigma: number }

/**
 * The alpha of a shape's shadow: the shape's alpha, moved, then blurred by a Gaussian of standard deviation `sigma`.
 * Outside the picture the shape is transparent; a shadow extends over the edges.
 */
export const castShadow = (shape: AlphaMask8, { dx, dy, sigma }: ShadowPlacement): AlphaMask8 => {
  const { width, height } = shape
  const scale = Math.max(1, sigma / smallSigma)
  // The blur includes what is moved out of the picture.
  const margin = Math.ceil((3 * sigma) / scale)
  const size = {
    width: Math.ceil(width / scale) + 2 * margin,
    height: Math.ceil(height / scale) + 2 * margin,
  }
  const moved = resizeAlpha(shape, size, {
    x: -dx - margin * scale,
    y: -dy - margin * scale,
    width: size.width * scale,
    height: size.height * scale,
  })
  if (sigma === 0) return moved
  blurBytes(moved.data, { ...size, step: 1, outside: 'zero' }, sigma / scale)
  return resizeAlpha(moved, shape, { x: margin, y: margin, width: width / scale, height: height / scale })
}

/** Alpha from which a pixel belongs to the outlined shape. */
const inside = 128

/**
 * The alpha of a shape grown by `width` pixels: 255 up to that distance from the shape, 0 from one pixel further. Uses
 * the exact Euclidean distance to the nearest pixel that is at least half opaque.
 */
export const growShape = (shape: AlphaMask8, width: number): AlphaMask8 => {
  const distances = distanceTransform(shape, inside, Math.ceil(width) + 1)
  const data = new Uint8ClampedArray(distances.length)
  for (let i = 0; i < data.length; i++) data[i] = (width + 1 - distances[i]) * 255
  return { width: shape.width, height: shape.height, data }
}
