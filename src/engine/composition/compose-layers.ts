import type { Rgb } from '#contract/color.ts'
import type { EncoderInput } from '#engine/compose.ts'
import { type AlphaMask8, isOpaque, pixelWords, type Raster } from '#engine/raster.ts'

/** A shape in one colour; `opacity`, 0 to 1, multiplies its alpha. */
export type ShapeLayer = {
  readonly kind: 'contactShadow' | 'shadow' | 'outline'
  readonly alpha: AlphaMask8
  readonly color: Rgb
  readonly opacity: number
}

/** The layers below the subject, from the bottom; all of its size. */
export type Layers = {
  /** The lowest colour; null for transparency. */
  readonly color: Rgb | null
  readonly background: Raster | null
  readonly shapes: readonly ShapeLayer[]
}

/**
 * The subject over its layers (Porter & Duff 1984). Opaque pixels of the subject are unchanged; empty pixels become
 * transparent black. `into` receives the result, and may be the subject; without it, no input changes.
 */
export const composeLayers = (
  subject: Raster,
  { color, background, shapes }: Layers,
  into: Raster = { ...subject, data: new Uint8ClampedArray(subject.data.length) },
): EncoderInput => {
  const pixels = pixelWords(subject)
  const below = background && pixelWords(background)
  const out = pixelWords(into)
  for (let i = 0; i < pixels.length; i++) {
    const over = pixels[i]
    if (over >>> 24 === 255) {
      out[i] = over
      continue
    }
    // Premultiplied colours of 0 to 255; alpha is 0 to 1.
    let a = color ? 1 : 0
    let r = color ? color.r : 0
    let g = color ? color.g : 0
    let b = color ? color.b : 0
    const under = below ? below[i] : 0
    const share = (under >>> 24) / 255
    if (share > 0) {
      r = r * (1 - share) + (under & 255) * share
      g = g * (1 - share) + ((under >>> 8) & 255) * share
      b = b * (1 - share) + ((under >>> 16) & 255) * share
      a = a * (1 - share) + share
    }
    for (const layer of shapes) {
      const alpha = (layer.alpha.data[i] * layer.opacity) / 255
      if (alpha === 0) continue
      r = r * (1 - alpha) + layer.color.r * alpha
      g = g * (1 - alpha) + layer.color.g * alpha
      b = b * (1 - alpha) + layer.color.b * alpha
      a = a * (1 - alpha) + alpha
    }
    const own = (over >>> 24) / 255
    r = r * (1 - own) + (over & 255) * own
    g = g * (1 - own) + ((over >>> 8) & 255) * own
    b = b * (1 - own) + ((over >>> 16) & 255) * own
    a = a * (1 - own) + own
    out[i] = packed(r, g, b, a)
  }
  return {
    kind: 'colour',
    raster: into,
    opaque: color !== null || (background !== null && isOpaque(background)),
  }
}

/** Packs premultiplied colours as a pixel with straight alpha, rounded. */
const packed = (r: number, g: number, b: number, a: number): number => {
  const alpha = (a * 255 + 0.5) | 0
  if (alpha === 0) return 0
  const scale = 1 / a
  return (
    (r * scale + 0.5) | 0 | (((g * scale + 0.5) | 0) << 8) | (((b * scale + 0.5) | 0) << 16) | (alpha << 24)
  )
}
