import type { DeepPicture } from '#engine/raster.ts'

/** The largest value of 10 bits a sample. */
const white = 1023

/**
 * The bytes of a picture as libavif takes 10 bits a sample: R G B A, in words of 16 bits. Its encoder has 12 bits
 * too, which few programs show.
 */
export const toTenBits = ({ width, height, channels, data }: DeepPicture): Uint8ClampedArray => {
  const words = new Uint16Array(width * height * 4).fill(white)
  for (let pixel = 0; pixel < width * height; pixel++)
    for (let channel = 0; channel < (channels === 4 ? 4 : 3); channel++) {
      const sample = data[pixel * channels + (channels === 1 ? 0 : channel)]
      words[pixel * 4 + channel] = Math.round((sample * white) / 65_535)
    }
  return new Uint8ClampedArray(words.buffer)
}
