/** A rectangle's extent in pixels. */
export type Size = { readonly width: number; readonly height: number }

/** 8-bit sRGB with straight (not premultiplied) alpha: 4 bytes a pixel, R G B A, rows from the top. */
export type Raster = Size & { readonly data: Uint8ClampedArray }

/** One byte a pixel: 0 transparent, 255 opaque. */
export type AlphaMask8 = Size & { readonly data: Uint8ClampedArray }

/** A matte as the network gives it: one float a pixel, 0 (background) to 1 (subject). */
export type AlphaMaskF32 = Size & { readonly data: Float32Array }

/**
 * The pixels of a raster as a number each, R in its lowest byte: a quarter of the reading and writing. All
 * processors with a browser are little-endian, and whoever makes a raster lets it begin at a whole word.
 */
export const pixelWords = ({ width, height, data }: Raster): Uint32Array =>
  new Uint32Array(data.buffer, data.byteOffset, width * height)

/** So many pixels are judged together, which is several times as fast as one by one. */
const together = 64

/** Whether no pixel lets anything through. */
export const isOpaque = (raster: Raster): boolean => {
  const pixels = pixelWords(raster)
  for (let start = 0; start < pixels.length; start += together) {
    const end = Math.min(pixels.length, start + together)
    let shared = -1
    for (let i = start; i < end; i++) shared &= pixels[i]
    if (shared >>> 24 !== 255) return false
  }
  return true
}
