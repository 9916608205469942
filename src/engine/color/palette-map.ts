import type { Raster } from '#engine/raster.ts'

/** At most 256 colours, R G B each. */
export type Palette = readonly (readonly [r: number, g: number, b: number])[]

/** Maps pixels to a palette. */
export interface PaletteMap {
  readonly palette: Palette
  /**
   * Writes each pixel's index to `indices`: `transparentIndex` if alpha is below 128 (D-33), else the nearest colour
   * after an ordered dither (Bayer 1973) with a total spread of `spread` levels.
   */
  map(raster: Raster, spread: number, transparentIndex: number | null, indices: Uint8Array): void
  /** Root mean square error per channel of mapping `pixels` (RGBA) without dither. */
  errorOf(pixels: Uint8ClampedArray): number
}

/** Bits per channel of the lookup table; colours that share a cell of 4 levels get the same index. */
const bits = 6
const shift = 8 - bits
const unknown = -1

// The threshold matrix of Bayer (1973), 8 by 8, as ranks 0 to 63.
const ranks: readonly number[] = Array.from({ length: 64 }, (_, at) => {
  const [x, y] = [at & 7, at >> 3]
  let rank = 0
  for (let bit = 0; bit < 3; bit++) {
    const [xBit, yBit] = [(x >> bit) & 1, (y >> bit) & 1]
    rank |= (((xBit ^ yBit) << 1) | yBit) << (4 - 2 * bit)
  }
  return rank
})

/** Pixels get colours from index `from` only; earlier ones are reserved. */
export const createPaletteMap = (palette: Palette, from = 0): PaletteMap => {
  const answers = new Int16Array(1 << (3 * bits)).fill(unknown)
  const flat = Uint8Array.from(palette.flat())

  const nearest = (cell: number): number => {
    const mask = (1 << bits) - 1
    const centre = 1 << (shift - 1)
    const r = ((cell >> (2 * bits)) << shift) + centre
    const g = (((cell >> bits) & mask) << shift) + centre
    const b = ((cell & mask) << shift) + centre
    let [best, least] = [from, Number.POSITIVE_INFINITY]
    for (let index = from, at = 3 * from; at < flat.length; index++, at += 3) {
      const dr = flat[at] - r
      const dg = flat[at + 1] - g
      const db = flat[at + 2] - b
      // Weighted by the eye's sensitivity, which is highest for green.
      const distance = 2 * dr * dr + 4 * dg * dg + db * db
      if (distance >= least) continue
      least = distance
      best = index
    }
    answers[cell] = best
    return best
  }
  const indexOf = (r: number, g: number, b: number): number => {
    const cell = ((r >> shift) << (2 * bits)) | ((g >> shift) << bits) | (b >> shift)
    const known = answers[cell]
    return known === unknown ? nearest(cell) : known
  }

  return {
    palette,
    map({ width, height, data }, spread, transparentIndex, indices) {
      const offsets = Int16Array.from(ranks, (rank) => Math.round(((rank + 0.5) / 64 - 0.5) * spread))
      for (let y = 0, at = 0, out = 0; y < height; y++) {
        const row = (y & 7) << 3
        for (let x = 0; x < width; x++, at += 4, out++) {
          if (transparentIndex !== null && data[at + 3] < 128) {
            indices[out] = transparentIndex
            continue
          }
          const offset = offsets[row | (x & 7)]
          indices[out] = indexOf(
            within(data[at] + offset),
            within(data[at + 1] + offset),
            within(data[at + 2] + offset),
          )
        }
      }
    },
    errorOf(pixels) {
      let sum = 0
      for (let at = 0; at < pixels.length; at += 4) {
        const colour = 3 * indexOf(pixels[at], pixels[at + 1], pixels[at + 2])
        for (let channel = 0; channel < 3; channel++)
          sum += (flat[colour + channel] - pixels[at + channel]) ** 2
      }
      return pixels.length === 0 ? 0 : Math.sqrt(sum / ((pixels.length / 4) * 3))
    },
  }
}

const within = (level: number): number => Math.max(0, Math.min(255, level))

/** At most `maxPixels` evenly spaced pixels as opaque RGBA, without those of alpha below 128. */
export const samplePixels = ({ width, height, data }: Raster, maxPixels: number): Uint8ClampedArray => {
  const count = width * height
  // An odd step avoids the same columns in every row.
  const step = Math.max(1, Math.ceil(count / maxPixels)) | 1
  const samples = new Uint8ClampedArray(Math.ceil(count / step) * 4)
  let filled = 0
  for (let pixel = 0; pixel < count; pixel += step) {
    const at = pixel * 4
    if (data[at + 3] < 128) continue
    samples[filled++] = data[at]
    samples[filled++] = data[at + 1]
    samples[filled++] = data[at + 2]
    samples[filled++] = 255
  }
  return samples.slice(0, filled)
}
