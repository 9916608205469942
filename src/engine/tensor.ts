import type { Raster, Size } from './raster.ts'
import { resizeRaster } from './resample/resize.ts'

/**
 * The whole raster squeezed to `size` as the networks take it: 1x3xHxW, planar R G B, (value - 128) / 256,
 * so -0.5 to 0.5. What is transparent is mid-grey, 0.
 */
export function toTensor(raster: Raster, size: Size): Float32Array {
  const { data } = resizeRaster(raster, size)
  const plane = size.width * size.height
  const tensor = new Float32Array(3 * plane)
  for (let i = 0; i < plane; i++) {
    const scale = data[i * 4 + 3] / (255 * 256)
    tensor[i] = (data[i * 4] - 128) * scale
    tensor[plane + i] = (data[i * 4 + 1] - 128) * scale
    tensor[2 * plane + i] = (data[i * 4 + 2] - 128) * scale
  }
  return tensor
}
