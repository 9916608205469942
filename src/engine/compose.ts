import type { Rgb } from '#contract/color.ts'
import type { Alpha, Raster } from './raster.ts'

/** What a result shows: the subject on nothing, the subject on a colour, or the matte as grey (Spec, `channels`). */
export type Look =
  | { readonly kind: 'cutout' }
  | { readonly kind: 'backdrop'; readonly color: Rgb }
  | { readonly kind: 'matte' }

/** Pixels ready to be encoded; `opaque` where alpha is 255 everywhere by construction. */
export type Picture =
  | { readonly kind: 'colour'; readonly raster: Raster; readonly opaque: boolean }
  | { readonly kind: 'grey'; readonly alpha: Alpha }

/** A cut-out under a look (D-12). The cut-out is left as it is; look `cutout` shows that very raster. */
export const compose = (cutout: Raster, look: Look): Picture => {
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
export const toRaster = (picture: Picture): Raster => {
  if (picture.kind === 'colour') return picture.raster
  const { width, height, data } = picture.alpha
  const words = Uint32Array.from(data, (value) => 0xff000000 | (value * 0x010101))
  return { width, height, data: new Uint8ClampedArray(words.buffer) }
}

/** Puts the cut-out on a colour; rounds to nearest, and keeps opaque pixels bit for bit. */
const flatten = ({ width, height, data }: Raster, { r, g, b }: Rgb): Raster => {
  const out = new Uint8ClampedArray(data.length)
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3]
    const rest = 255 - alpha
    out[i] = divideBy255(data[i] * alpha + r * rest)
    out[i + 1] = divideBy255(data[i + 1] * alpha + g * rest)
    out[i + 2] = divideBy255(data[i + 2] * alpha + b * rest)
    out[i + 3] = 255
  }
  return { width, height, data: out }
}

/** Nearest integer to n / 255, exact for 0 to 255 * 255 (Blinn 1995). */
const divideBy255 = (n: number) => (n + 128 + ((n + 128) >> 8)) >> 8

const alphaOf = ({ width, height, data }: Raster): Alpha => {
  const plane = new Uint8ClampedArray(width * height)
  for (let i = 0; i < plane.length; i++) plane[i] = data[i * 4 + 3]
  return { width, height, data: plane }
}
