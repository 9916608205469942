import type { Rgb } from '#contract/color.ts'
import { type AlphaMask8, pixelWords, type Raster } from './raster.ts'

/** What a result shows: the subject on nothing, the subject on a colour, or the matte as grey (Spec, `channels`). */
export type Composite =
  | { readonly kind: 'cutout' }
  | { readonly kind: 'backdrop'; readonly color: Rgb }
  | { readonly kind: 'matte' }

/** Pixels ready to be encoded; `opaque` where alpha is 255 everywhere by construction. */
export type EncoderInput =
  | { readonly kind: 'colour'; readonly raster: Raster; readonly opaque: boolean }
  | { readonly kind: 'grey'; readonly alpha: AlphaMask8 }

/** A cut-out under a look (D-12). The cut-out is left as it is; look `cutout` shows that very raster. */
export const compose = (cutout: Raster, look: Composite): EncoderInput => {
  switch (look.kind) {
    case 'cutout':
      return { kind: 'colour', raster: cutout, opaque: false }
    case 'backdrop':
      return { kind: 'colour', raster: flatten(cutout, look.color), opaque: true }
    case 'matte':
      return { kind: 'grey', alpha: alphaOf(cutout) }
  }
}

/** A picture as pixels of all four channels; a matte becomes opaque, white where the subject is (D-12). */
export const toRgba = (picture: EncoderInput): Raster => {
  if (picture.kind === 'colour') return picture.raster
  const { width, height, data } = picture.alpha
  const pixels = new Uint32Array(data.length)
  for (let i = 0; i < pixels.length; i++) pixels[i] = packed(data[i], data[i], data[i])
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) }
}

/** Puts the cut-out on a colour; rounds to nearest, and keeps opaque pixels bit for bit. */
const flatten = (cutout: Raster, { r, g, b }: Rgb): Raster => {
  const { width, height } = cutout
  const pixels = pixelWords(cutout)
  const out = new Uint32Array(pixels.length)
  const backdrop = packed(r, g, b)
  for (let i = 0; i < pixels.length; i++) {
    const pixel = pixels[i]
    const alpha = pixel >>> 24
    if (alpha === 255) out[i] = pixel
    else if (alpha === 0) out[i] = backdrop
    else {
      const rest = 255 - alpha
      out[i] = packed(
        divideBy255((pixel & 255) * alpha + r * rest),
        divideBy255(((pixel >> 8) & 255) * alpha + g * rest),
        divideBy255(((pixel >> 16) & 255) * alpha + b * rest),
      )
    }
  }
  return { width, height, data: new Uint8ClampedArray(out.buffer) }
}

/** An opaque pixel. */
const packed = (r: number, g: number, b: number) => r | (g << 8) | (b << 16) | (255 << 24)

/** Nearest integer to n / 255, exact for 0 to 255 * 255 (Blinn 1995). */
const divideBy255 = (n: number) => (n + 128 + ((n + 128) >> 8)) >> 8

const alphaOf = ({ width, height, data }: Raster): AlphaMask8 => {
  const plane = new Uint8ClampedArray(width * height)
  for (let i = 0, at = 3; i < plane.length; i++, at += 4) plane[i] = data[at]
  return { width, height, data: plane }
}

/** Lets the alpha that an input came with weaken its matte: their product, rounded, in place in `alpha`. */
export const multiplyAlpha = (alpha: AlphaMask8, raster: Raster): void => {
  for (let i = 0; i < alpha.data.length; i++) alpha.data[i] = (alpha.data[i] * raster.data[i * 4 + 3]) / 255
}

/**
 * The matte as the colour estimation may see it, for an input that came with alpha: where that was partial,
 * the colour is the subject's own already, so the pixel counts as wholly subject; where it was 0, there is
 * no colour at all, so the pixel counts as background.
 */
export const alphaOfMixedColors = (alpha: AlphaMask8, raster: Raster): AlphaMask8 => {
  const data = new Uint8ClampedArray(alpha.data)
  for (let i = 0; i < data.length; i++) {
    const own = raster.data[i * 4 + 3]
    if (own === 0) data[i] = 0
    else if (own !== 255 && data[i] !== 0) data[i] = 255
  }
  return { width: alpha.width, height: alpha.height, data }
}

/**
 * Makes the raster the cut-out, in place: its alpha becomes `alpha`, and colours under none of it become
 * black, so that nothing of the removed background stays in the file. Other colours stay bit for bit.
 */
export const cutOut = (raster: Raster, alpha: AlphaMask8): void => {
  const pixels = pixelWords(raster)
  for (let i = 0; i < pixels.length; i++) {
    const value = alpha.data[i]
    pixels[i] = value === 0 ? 0 : (pixels[i] & 0xffffff) | (value << 24)
  }
}
