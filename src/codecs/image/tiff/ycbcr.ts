import type { TiffFields } from '#formats/tiff-fields.ts'
import { type TiffLayout, tags } from './tiff-layout.ts'

/** Converts Y Cb Cr to R G B, 8 bits each, in place (TIFF 6.0, section 21). */
export const yCbCrToRgb = (fields: TiffFields): ((data: Uint8Array) => Uint8Array) => {
  const [red = 0.299, green = 0.587, blue = 0.114] = fields.values(tags.yCbCrCoefficients) ?? []
  const [black = 0, white = 255, zeroBlue = 128, mostBlue = 255, zeroRed = 128, mostRed = 255] =
    fields.values(tags.referenceBlackWhite) ?? []
  const scaled = (zero: number, most: number, range: number) =>
    Float64Array.from({ length: 256 }, (_, code) => ((code - zero) * range) / (most - zero || 1))
  const luma = scaled(black, white, 255)
  const [ofBlue, ofRed] = [scaled(zeroBlue, mostBlue, 127), scaled(zeroRed, mostRed, 127)]
  return (data) => {
    const out = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length)
    for (let at = 0; at + 2 < data.length; at += 3) {
      const y = luma[data[at] ?? 0] ?? 0
      const r = y + (ofRed[data[at + 2] ?? 0] ?? 0) * (2 - 2 * red)
      const b = y + (ofBlue[data[at + 1] ?? 0] ?? 0) * (2 - 2 * blue)
      out[at] = r
      out[at + 1] = (y - blue * b - red * r) / green
      out[at + 2] = b
    }
    return data
  }
}

/** Y Cb Cr of each pixel, from units of several pixels that share Cb and Cr (TIFF 6.0, section 21). */
export const spreadChroma = (
  units: Uint8Array,
  { blockWidth, subsampling: [dx, dy] }: Pick<TiffLayout, 'blockWidth' | 'subsampling'>,
  rows: number,
): Uint8Array => {
  const out = new Uint8Array(blockWidth * rows * 3)
  const [across, size] = [Math.ceil(blockWidth / dx), dx * dy + 2]
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < blockWidth; x++) {
      const unit = (Math.floor(y / dy) * across + Math.floor(x / dx)) * size
      const to = (y * blockWidth + x) * 3
      out[to] = units[unit + (y % dy) * dx + (x % dx)] ?? 0
      out[to + 1] = units[unit + size - 2] ?? 128
      out[to + 2] = units[unit + size - 1] ?? 128
    }
  return out
}
