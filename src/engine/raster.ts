import type { Size } from '#base/geometry.ts'

/** The colour spaces of results. Both have the transfer function and the white of sRGB. */
export type ColorSpace = 'srgb' | 'display-p3'

/**
 * 8-bit sRGB, or Display P3 where it says so, with straight (not premultiplied) alpha: 4 bytes a pixel, R G B A, rows
 * from the top.
 */
export type Raster = Size & { readonly data: Uint8ClampedArray }

/** An alpha mask of one byte a pixel: 0 transparent, 255 opaque; rows from the top. Also used for luma. */
export type AlphaMask8 = Size & { readonly data: Uint8ClampedArray }

/** Samples of 16 bits, 0 to 65535, pixel by pixel, rows from the top: grey, or sRGB without or with straight alpha. */
export type DeepPicture = Size & { readonly channels: 1 | 3 | 4; readonly data: Uint16Array }

/** An alpha mask of one float a pixel: 0 background, 1 subject; rows from the top. What networks return. */
export type AlphaMaskF32 = Size & { readonly data: Float32Array }

/**
 * The pixels of a raster as one 32-bit number each, R in the lowest byte, which needs a quarter of the reads and
 * writes. Every platform with a browser is little-endian. The data must start at a multiple of 4 bytes.
 */
export const pixelWords = ({ width, height, data }: Raster): Uint32Array =>
  new Uint32Array(data.buffer, data.byteOffset, width * height)

/** How many pixels are tested together: several times as fast as one by one. */
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
