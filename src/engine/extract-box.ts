import type { Box } from './box.ts'
import type { Raster } from './raster.ts'

/** A copy of the pixels in a box on whole pixels; transparent where the box reaches past the raster. */
export const extractBox = (raster: Raster, box: Box): Raster => {
  const data = new Uint8ClampedArray(box.width * box.height * 4)
  const left = Math.max(0, box.x)
  const right = Math.min(raster.width, box.x + box.width)
  const top = Math.max(0, box.y)
  const bottom = Math.min(raster.height, box.y + box.height)
  if (left < right) {
    for (let y = top; y < bottom; y++) {
      const row = raster.data.subarray((y * raster.width + left) * 4, (y * raster.width + right) * 4)
      data.set(row, ((y - box.y) * box.width + left - box.x) * 4)
    }
  }
  return { width: box.width, height: box.height, data }
}
