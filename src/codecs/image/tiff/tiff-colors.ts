import type { DeepSamples } from '#codecs/image/decoded.ts'
import { turnSteps } from '#codecs/image/orientation.ts'
import type { Raster } from '#engine/raster.ts'
import { displaySize, type Orientation } from '#formats/orientation.ts'
import type { Samples } from './tiff-samples.ts'

/** The meaning of the samples of a pixel (TIFF 6.0, PhotometricInterpretation). */
export type TiffColors = 'white-is-zero' | 'black-is-zero' | 'rgb' | 'palette'

/** A picture, and the meaning of its samples. */
export type TiffPicture = {
  readonly width: number
  readonly height: number
  readonly samples: number
  readonly colors: TiffColors
  /** The sample of full light. */
  readonly most: number
  /** Of a palette: red, then green, then blue of each number, 0 to 65535. */
  readonly palette?: readonly number[] | undefined
  /** Alpha after the colours (ExtraSamples), with premultiplied colours or not. */
  readonly alpha: 'premultiplied' | 'straight' | 'none'
  /** The number of other samples before it. */
  readonly beforeAlpha: number
  readonly orientation: Orientation
}

/** A part of a picture: samples pixel by pixel, and its place. */
export type TiffPart = {
  readonly x: number
  readonly y: number
  /** Pixels of a row of `data`, which may extend past the picture. */
  readonly width: number
  readonly rows: number
  readonly data: Samples
}

/** Assembles parts as 8-bit RGBA, straight and upright. */
export const tiffRaster = async (picture: TiffPicture, parts: AsyncIterable<TiffPart>): Promise<Raster> => {
  const data = new Uint8ClampedArray(picture.width * picture.height * 4)
  for await (const part of parts) paint(picture, part, data, 4)
  return { ...displaySize(picture, picture.orientation), data }
}

/** Assembles parts as 16-bit R G B, not premultiplied, upright. */
export const tiffDeep = async (
  picture: TiffPicture,
  parts: AsyncIterable<TiffPart>,
): Promise<Omit<DeepSamples, 'profile'>> => {
  const data = new Uint16Array(picture.width * picture.height * 3)
  for await (const part of parts) paint(picture, part, data, 3)
  return { ...displaySize(picture, picture.orientation), channels: 3, data }
}

const paint = (
  picture: TiffPicture,
  part: TiffPart,
  out: Uint8ClampedArray | Uint16Array,
  channels: 3 | 4,
): void => {
  const { samples, alpha, most } = picture
  const { data } = part
  const isDeep = out instanceof Uint16Array
  const full = isDeep ? 65_535 : 255
  // Clamped bytes are rounded on assignment.
  const rounding = isDeep ? 0.5 : 0
  const colorOf = colorReader(picture, data, full)
  const alphaAt = (picture.colors === 'rgb' ? 3 : 1) + picture.beforeAlpha
  const hasAlpha = alpha !== 'none' && samples > alphaAt
  const { start, alongRow, alongColumn } = turnSteps(picture.orientation, picture.width, picture.height)
  const width = Math.min(part.width, picture.width - part.x)
  const rows = Math.min(part.rows, picture.height - part.y)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < width; column++) {
      const from = (row * part.width + column) * samples
      const to = (start + (part.x + column) * alongRow + (part.y + row) * alongColumn) * channels
      const opacity = hasAlpha ? ((data[from + alphaAt] ?? 0) * full) / most : full
      const scale = alpha === 'premultiplied' && hasAlpha && opacity > 0 ? full / opacity : 1
      for (let channel = 0; channel < 3; channel++)
        out[to + channel] = Math.min(full, Math.max(0, colorOf(from, channel) * scale)) + rounding
      if (channels === 4) out[to + 3] = opacity
    }
}

/** The value of a channel, 0 to `full`, of the pixel whose samples begin at `from`. */
const colorReader = (
  { colors, most, palette = [] }: TiffPicture,
  data: Samples,
  full: number,
): ((from: number, channel: number) => number) => {
  const scale = full / most
  if (colors === 'rgb') return (from, channel) => (data[from + channel] ?? 0) * scale
  if (colors === 'black-is-zero') return (from) => (data[from] ?? 0) * scale
  if (colors === 'white-is-zero') return (from) => full - (data[from] ?? 0) * scale
  const numbers = palette.length / 3
  // Some programs write a palette of 8 bits.
  const mostColor = palette.every((value) => value < 256) ? 255 : 65_535
  return (from, channel) => ((palette[numbers * channel + (data[from] ?? 0)] ?? 0) * full) / mostColor
}
