import type { Raster } from './raster.ts'

/** At most `most` pixels from all over, as opaque RGBA, those left out whose alpha is below 128. */
export const samplePixels = ({ width, height, data }: Raster, most: number): Uint8ClampedArray => {
  const count = width * height
  // Steps of an odd number don't fall into the columns of the picture.
  const step = Math.max(1, Math.ceil(count / most)) | 1
  const samples = new Uint8ClampedArray(Math.ceil(count / step) * 4)
  let filled = 0
  for (let pixel = 0; pixel < count; pixel += step) {
    const at = pixel * 4
    if (data[at + 3] < 128) continue
    samples[filled++] = data[at]
    samples[filled++] = data[at + 1]
    samples[filled++] = data[at + 2]
    samples[filled++] = 255
  }
  return samples.slice(0, filled)
}
