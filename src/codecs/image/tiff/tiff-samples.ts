import { displaySize, type Orientation, turnSteps } from '#codecs/image/orientation.ts'
import type { DeepPicture, Raster } from '#engine/raster.ts'

/** What the samples of a pixel mean (TIFF 6.0, PhotometricInterpretation). */
export type TiffColors = 'white-is-zero' | 'black-is-zero' | 'rgb' | 'palette'

/** The samples of a TIFF picture, pixel by pixel, and what they mean. */
export type TiffSamples = {
  readonly width: number
  readonly height: number
  readonly data: ArrayLike<number>
  readonly samplesPerPixel: number
  readonly colors: TiffColors
  /** The sample that stands for full light. */
  readonly most: number
  /** Red, then green, then blue of each number, 0 to 65535; of a palette only. */
  readonly palette?: ArrayLike<number> | undefined
  /** What the sample after the colours is (ExtraSamples): alpha that the colours are multiplied by, or not; none of both. */
  readonly alpha: 'premultiplied' | 'straight' | 'none'
  readonly orientation: Orientation
}

/** Turns the samples into RGBA of 8 bits, straight and upright. */
export const tiffToRgba = (samples: TiffSamples): Raster => {
  const data = new Uint8ClampedArray(samples.width * samples.height * 4)
  unpack(samples, data, 4)
  return { ...displaySize(samples, samples.orientation), data }
}

/** Turns the samples into R G B of 16 bits, not multiplied with alpha, and upright. */
export const tiffToDeep = (samples: TiffSamples): DeepPicture => {
  const data = new Uint16Array(samples.width * samples.height * 3)
  unpack(samples, data, 3)
  return { ...displaySize(samples, samples.orientation), channels: 3, data }
}

const unpack = (samples: TiffSamples, out: Uint8ClampedArray | Uint16Array, channels: 3 | 4): void => {
  const { width, height, data, samplesPerPixel, alpha } = samples
  const isDeep = out instanceof Uint16Array
  const full = isDeep ? 65_535 : 255
  // Bytes round by themselves.
  const rounding = isDeep ? 0.5 : 0
  const colorOf = colorReader(samples, full)
  const alphaAt = samples.colors === 'rgb' ? 3 : 1
  const hasAlpha = alpha !== 'none' && samplesPerPixel > alphaAt
  const { start, alongRow, alongColumn } = turnSteps(samples.orientation, width, height)
  for (let y = 0, from = 0; y < height; y++)
    for (let x = 0; x < width; x++, from += samplesPerPixel) {
      const to = (start + x * alongRow + y * alongColumn) * channels
      const opacity = hasAlpha ? (data[from + alphaAt] * full) / samples.most : full
      const scale = alpha === 'premultiplied' && hasAlpha && opacity > 0 ? full / opacity : 1
      for (let channel = 0; channel < 3; channel++)
        out[to + channel] = Math.min(full, Math.max(0, colorOf(from, channel) * scale)) + rounding
      if (channels === 4) out[to + 3] = opacity
    }
}

/** The value of a channel, 0 to `full`, of the pixel whose samples begin at `from`. */
const colorReader = (
  { data, colors, most, palette = [] }: TiffSamples,
  full: number,
): ((from: number, channel: number) => number) => {
  const scale = full / most
  if (colors === 'rgb') return (from, channel) => data[from + channel] * scale
  if (colors === 'black-is-zero') return (from) => data[from] * scale
  if (colors === 'white-is-zero') return (from) => full - data[from] * scale
  const numbers = palette.length / 3
  return (from, channel) => ((palette[numbers * channel + data[from]] ?? 0) * full) / 65_535
}
