import type { Raster } from '#engine/raster.ts'

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
  /** 1 to 8, as in EXIF. */
  readonly orientation: number
}

/** Turns the samples into RGBA of 8 bits, straight and upright. */
export function tiffToRgba(samples: TiffSamples): Raster {
  const { width, height, data, samplesPerPixel, alpha } = samples
  const isTurned = samples.orientation >= 5
  const out = {
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    data: new Uint8ClampedArray(width * height * 4),
  }
  const toByte = 255 / samples.most
  const colorOf = colorReader(samples)
  const alphaAt = samples.colors === 'rgb' ? 3 : 1
  const hasAlpha = alpha !== 'none' && samplesPerPixel > alphaAt
  const place = placer(samples, out.width)
  for (let y = 0, pixel = 0; y < height; y++)
    for (let x = 0; x < width; x++, pixel++) {
      const from = pixel * samplesPerPixel
      const to = place(x, y) * 4
      const opacity = hasAlpha ? (data[from + alphaAt] ?? 0) * toByte : 255
      const scale = alpha === 'premultiplied' && hasAlpha && opacity > 0 ? 255 / opacity : 1
      for (let channel = 0; channel < 3; channel++) out.data[to + channel] = colorOf(from, channel) * scale
      out.data[to + 3] = opacity
    }
  return out
}

/** The value of a channel, 0 to 255, of the pixel whose samples begin at `from`. */
function colorReader({
  data,
  colors,
  most,
  palette = [],
}: TiffSamples): (from: number, channel: number) => number {
  const toByte = 255 / most
  if (colors === 'rgb') return (from, channel) => (data[from + channel] ?? 0) * toByte
  if (colors === 'black-is-zero') return (from) => (data[from] ?? 0) * toByte
  if (colors === 'white-is-zero') return (from) => 255 - (data[from] ?? 0) * toByte
  const numbers = palette.length / 3
  return (from, channel) => (palette[numbers * channel + (data[from] ?? 0)] ?? 0) / 257
}

/** Where a stored pixel stands once the picture is upright (TIFF 6.0, Orientation). */
function placer(
  { width, height, orientation }: TiffSamples,
  outWidth: number,
): (x: number, y: number) => number {
  const right = width - 1
  const bottom = height - 1
  switch (orientation) {
    case 2:
      return (x, y) => y * outWidth + right - x
    case 3:
      return (x, y) => (bottom - y) * outWidth + right - x
    case 4:
      return (x, y) => (bottom - y) * outWidth + x
    case 5:
      return (x, y) => x * outWidth + y
    case 6:
      return (x, y) => x * outWidth + bottom - y
    case 7:
      return (x, y) => (right - x) * outWidth + bottom - y
    case 8:
      return (x, y) => (right - x) * outWidth + y
    default:
      return (x, y) => y * outWidth + x
  }
}
