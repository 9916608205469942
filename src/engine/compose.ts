import type { Rgb } from '#contract/color.ts'
import { type AlphaMask8, type AlphaMaskF32, pixelWords, type Raster } from './raster.ts'

/** The content of a result: the cut-out, the cut-out on a colour, or the matte in grey (Spec, `channels`). */
export type Composite =
  | { readonly kind: 'cutout' }
  | { readonly kind: 'backdrop'; readonly color: Rgb }
  | { readonly kind: 'matte' }

/** Pixels for an encoder; `opaque`: alpha is 255 everywhere. */
export type EncoderInput =
  | { readonly kind: 'colour'; readonly raster: Raster; readonly opaque: boolean }
  | { readonly kind: 'grey'; readonly alpha: AlphaMask8 }

/** Composes a cut-out without changing it (D-12); `cutout` returns the same raster. */
export const compose = (cutout: Raster, composite: Composite): EncoderInput => {
  switch (composite.kind) {
    case 'cutout':
      return { kind: 'colour', raster: cutout, opaque: false }
    case 'backdrop':
      return { kind: 'colour', raster: flatten(cutout, composite.color), opaque: true }
    case 'matte':
      return { kind: 'grey', alpha: alphaOf(cutout) }
  }
}

/** Converts to RGBA; a matte becomes opaque grey, white for the subject (D-12). */
export const toRgba = (picture: EncoderInput): Raster => {
  if (picture.kind === 'colour') return picture.raster
  const { width, height, data } = picture.alpha
  const pixels = new Uint32Array(data.length)
  for (let i = 0; i < pixels.length; i++) pixels[i] = packed(data[i], data[i], data[i])
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) }
}

/** The cut-out over a colour (Porter & Duff 1984), rounded; opaque pixels are unchanged. */
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

/** An opaque pixel as one 32-bit number. */
const packed = (r: number, g: number, b: number) => r | (g << 8) | (b << 16) | (255 << 24)

/** Nearest integer to n / 255, exact for 0 to 255 * 255 (Blinn 1995). */
const divideBy255 = (n: number) => (n + 128 + ((n + 128) >> 8)) >> 8

/** The alpha channel of a raster. */
export const alphaOf = ({ width, height, data }: Raster): AlphaMask8 => {
  const plane = new Uint8ClampedArray(width * height)
  for (let i = 0, at = 3; i < plane.length; i++, at += 4) plane[i] = data[at]
  return { width, height, data: plane }
}

/**
 * Limits a matte to the input's alpha, in place. The network sees the input over a background (`toTensor`), so its
 * matte already contains that alpha: a product would square it at edges.
 */
export const limitAlpha = ({ data }: AlphaMask8 | AlphaMaskF32, raster: Raster): void => {
  const opaque = data instanceof Float32Array ? 1 : 255
  for (let i = 0; i < data.length; i++) data[i] = Math.min(data[i], (raster.data[i * 4 + 3] / 255) * opaque)
}

/**
 * The matte for estimating foreground colours of an input with alpha. Partly transparent pixels already have the
 * subject's colour and count as subject; fully transparent ones have none and count as background.
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
 * Turns the raster into the cut-out, in place: sets its alpha. Pixels of alpha 0 become black, so that the file
 * contains nothing of the background; other colours are unchanged.
 */
export const cutOut = (raster: Raster, alpha: AlphaMask8): void => {
  const pixels = pixelWords(raster)
  for (let i = 0; i < pixels.length; i++) {
    const value = alpha.data[i]
    pixels[i] = value === 0 ? 0 : (pixels[i] & 0xffffff) | (value << 24)
  }
}
