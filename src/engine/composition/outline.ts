import { distanceTransform } from '#base/distance-transform.ts'
import type { AlphaMask8 } from '#engine/raster.ts'

/** From this alpha on a pixel belongs to the shape that is outlined. */
const inside = 128

/**
 * The alpha of a shape that is grown by `width` pixels: 255 up to that distance from the shape, 0 from one pixel
 * further on. By the exact Euclidean distance to the nearest pixel that is at least half opaque.
 */
export const growShape = (shape: AlphaMask8, width: number): AlphaMask8 => {
  const distances = distanceTransform(shape, inside, Math.ceil(width) + 1)
  const data = new Uint8ClampedArray(distances.length)
  for (let i = 0; i < data.length; i++) data[i] = (width + 1 - distances[i]) * 255
  return { width: shape.width, height: shape.height, data }
}
