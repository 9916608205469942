import type { AlphaMask8, Raster } from '#engine/raster.ts'

/** R, G, B times weight, and the weight: four floats per pixel. */
type Level = { readonly width: number; readonly height: number; readonly data: Float32Array }

/**
 * Fills the unknown pixels of a picture smoothly from the known ones: averages are pulled up a pyramid, and pushed down
 * into unknown pixels (Gortler et al., _The Lumigraph_, SIGGRAPH 1996, section 4.3). `unknown`: 255 fully. The result
 * is opaque; null if no pixel is known.
 */
export const pullPush = (picture: Raster, unknown: AlphaMask8): Raster | null => {
  const levels = [weighted(picture, unknown)]
  for (let top = levels[0]; top.width > 1 || top.height > 1; ) {
    top = pull(top)
    levels.push(top)
  }
  const last = levels[levels.length - 1]
  const weight = last.data[3]
  if (weight === 0) return null
  for (let i = 0; i < 4; i++) last.data[i] /= weight
  for (let i = levels.length - 2; i >= 0; i--) push(levels[i + 1], levels[i])
  const { width, height, data } = levels[0]
  const out = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < out.length; at++) out[at] = at % 4 === 3 ? 255 : data[at]
  return { width, height, data: out }
}

const weighted = ({ width, height, data }: Raster, unknown: AlphaMask8): Level => {
  const out = new Float32Array(width * height * 4)
  for (let i = 0, at = 0; i < width * height; i++, at += 4) {
    const weight = 1 - unknown.data[i] / 255
    for (let channel = 0; channel < 3; channel++) out[at + channel] = data[at + channel] * weight
    out[at + 3] = weight
  }
  return { width, height, data: out }
}

/** Halves the size: sums of 2 x 2 pixels, with a weight of at most 1. */
const pull = ({ width, height, data }: Level): Level => {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  const out = new Float32Array(half.width * half.height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4
      const to = ((y >> 1) * half.width + (x >> 1)) * 4
      for (let channel = 0; channel < 4; channel++) out[to + channel] += data[from + channel]
    }
  }
  for (let at = 0; at < out.length; at += 4) {
    const weight = out[at + 3]
    if (weight > 1) for (let channel = 0; channel < 4; channel++) out[at + channel] /= weight
  }
  return { ...half, data: out }
}

/** Adds the coarser level, interpolated bilinearly, where a finer pixel is unknown. */
const push = (coarse: Level, fine: Level): void => {
  const { width, height, data } = fine
  for (let y = 0, at = 0; y < height; y++) {
    const { first: top, second: bottom, share: down } = neighbours(y, coarse.height)
    for (let x = 0; x < width; x++, at += 4) {
      const missing = 1 - data[at + 3]
      if (missing <= 0) continue
      const { first: left, second: right, share: across } = neighbours(x, coarse.width)
      for (let channel = 0; channel < 4; channel++) {
        const value = (row: number, column: number) =>
          coarse.data[(row * coarse.width + column) * 4 + channel]
        const above = value(top, left) * (1 - across) + value(top, right) * across
        const below = value(bottom, left) * (1 - across) + value(bottom, right) * across
        data[at + channel] += missing * (above * (1 - down) + below * down)
      }
    }
  }
}

/** The two coarse pixels around a fine one along an axis, and the weight of the second. */
const neighbours = (at: number, length: number) => {
  const place = Math.min(length - 1, Math.max(0, (at + 0.5) / 2 - 0.5))
  const first = Math.floor(place)
  return { first, second: Math.min(length - 1, first + 1), share: place - first }
}
