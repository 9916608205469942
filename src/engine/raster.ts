import type { Size } from '#base/geometry.ts'

/** Colour spaces of results, both with sRGB's transfer function and white point. */
export type ColorSpace = 'srgb' | 'display-p3'

/** 8-bit sRGB, or Display P3 if stated, with straight alpha: 4 bytes per pixel, R G B A, rows from the top. */
export type Raster = Size & { readonly data: Uint8ClampedArray }

/** An alpha mask of one byte per pixel: 0 transparent, 255 opaque; rows from the top. Also used for luma. */
export type AlphaMask8 = Size & { readonly data: Uint8ClampedArray }

/** 16-bit samples, 0 to 65535, by pixel, rows from the top: grey, or sRGB without or with straight alpha. */
export type DeepPicture = Size & { readonly channels: 1 | 3 | 4; readonly data: Uint16Array }

/** An alpha mask of one float per pixel, as networks return: 0 background, 1 subject; rows from the top. */
export type AlphaMaskF32 = Size & { readonly data: Float32Array }

/**
 * Each pixel as a 32-bit number, R in the lowest byte, for a quarter of the reads and writes. All platforms with
 * browsers are little-endian. The data must be aligned to 4 bytes.
 */
export const pixelWords = ({ width, height, data }: Raster): Uint32Array =>
  new Uint32Array(data.buffer, data.byteOffset, width * height)

/** Pixels tested together: several times as fast as singly. */
const blockLength = 64

/** Whether alpha is 255 everywhere. */
export const isOpaque = (raster: Raster): boolean => {
  const pixels = pixelWords(raster)
  for (let start = 0; start < pixels.length; start += blockLength) {
    const end = Math.min(pixels.length, start + blockLength)
    let shared = -1
    for (let i = start; i < end; i++) shared &= pixels[i]
    if (shared >>> 24 !== 255) return false
  }
  return true
}
