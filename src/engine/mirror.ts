import { type AlphaMaskF32, pixelWords, type Raster } from './raster.ts'

/** The same pixels, left to right. */
export const mirrorRaster = (raster: Raster): Raster => {
  const { width, height } = raster
  const from = pixelWords(raster)
  const out = new Uint32Array(from.length)
  for (let start = 0; start < out.length; start += width)
    for (let x = 0; x < width; x++) out[start + x] = from[start + width - 1 - x]
  return { width, height, data: new Uint8ClampedArray(out.buffer) }
}

/** The mean of the matte of a picture and that of its mirror image, of one size ("test-time augmentation"). */
export const meanWithMirror = (
  { width, height, data }: AlphaMaskF32,
  mirrored: AlphaMaskF32,
): AlphaMaskF32 => ({
  ...{ width, height },
  data: data.map((alpha, i) => {
    const x = i % width
    return (alpha + (mirrored.data[i - x + width - 1 - x] ?? 0)) / 2
  }),
})
