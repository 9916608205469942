import type { Raster } from '#engine/raster.ts'
import { type Axes, spanOf } from './filter-taps.ts'

/**
 * Unit of fixed-point weights: 8-bit colour times 8-bit alpha times weight fits 31 bits. Each output row takes two
 * passes: its source rows are summed into one (sequential integer reads), which is then filtered across.
 */
const unit = 1 << 14

const inUnits = (weights: Float32Array) => Int32Array.from(weights, (weight) => Math.round(weight * unit))

/** Resamples an opaque raster into `out`, RGBA. */
export const resampleOpaque = (raster: Raster, { across, down }: Axes, out: Uint8ClampedArray): void => {
  const { left, columns } = spanOf(across)
  const row = new Int32Array(columns * 3)
  const weights = inUnits(down.weights)
  const share = 1 / unit
  let at = 0
  for (let y = 0; y < down.starts.length; y++) {
    row.fill(0)
    for (let t = 0; t < down.count; t += 2) {
      // A last odd tap is paired with itself at weight 0.
      const paired = t + 1 < down.count
      const weight = weights[y * down.count + t]
      const nextWeight = paired ? weights[y * down.count + t + 1] : 0
      if (weight === 0 && nextWeight === 0) continue
      const start = ((down.starts[y] + t) * raster.width + left) * 4
      addOpaqueRows(row, raster.data, start, weight, paired ? start + raster.width * 4 : start, nextWeight)
    }
    for (let x = 0; x < across.starts.length; x++, at += 4) {
      let red = 0
      let green = 0
      let blue = 0
      let i = (across.starts[x] - left) * 3
      const end = (x + 1) * across.count
      for (let t = x * across.count; t < end; t++, i += 3) {
        const weight = across.weights[t]
        red += weight * row[i]
        green += weight * row[i + 1]
        blue += weight * row[i + 2]
      }
      out[at] = red * share
      out[at + 1] = green * share
      out[at + 2] = blue * share
      out[at + 3] = 255
    }
  }
}

const addOpaqueRows = (
  row: Int32Array,
  source: Uint8ClampedArray,
  first: number,
  weight: number,
  second: number,
  nextWeight: number,
) => {
  let a = first
  let b = second
  for (let i = 0; i < row.length; i += 3, a += 4, b += 4) {
    row[i] += Math.imul(weight, source[a]) + Math.imul(nextWeight, source[b])
    row[i + 1] += Math.imul(weight, source[a + 1]) + Math.imul(nextWeight, source[b + 1])
    row[i + 2] += Math.imul(weight, source[a + 2]) + Math.imul(nextWeight, source[b + 2])
  }
}

/** Resamples a raster with alpha into `out`, RGBA, initially 0; colours are weighted by alpha. */
export const resampleWeighted = (raster: Raster, { across, down }: Axes, out: Uint8ClampedArray): void => {
  const { left, columns } = spanOf(across)
  const row = new Int32Array(columns * 4)
  const weights = inUnits(down.weights)
  let at = 0
  for (let y = 0; y < down.starts.length; y++) {
    row.fill(0)
    for (let t = 0; t < down.count; t++) {
      const weight = weights[y * down.count + t]
      if (weight === 0) continue
      addWeightedRow(row, raster.data, ((down.starts[y] + t) * raster.width + left) * 4, weight)
    }
    for (let x = 0; x < across.starts.length; x++, at += 4) {
      let red = 0
      let green = 0
      let blue = 0
      let alpha = 0
      let i = (across.starts[x] - left) * 4
      const end = (x + 1) * across.count
      for (let t = x * across.count; t < end; t++, i += 4) {
        const weight = across.weights[t]
        red += weight * row[i]
        green += weight * row[i + 1]
        blue += weight * row[i + 2]
        alpha += weight * row[i + 3]
      }
      if (alpha < unit / 2) continue
      out[at] = red / alpha
      out[at + 1] = green / alpha
      out[at + 2] = blue / alpha
      out[at + 3] = alpha / unit
    }
  }
}

const addWeightedRow = (row: Int32Array, source: Uint8ClampedArray, start: number, weight: number) => {
  let a = start
  for (let i = 0; i < row.length; i += 4, a += 4) {
    const share = Math.imul(weight, source[a + 3])
    if (share === 0) continue
    row[i] += Math.imul(share, source[a])
    row[i + 1] += Math.imul(share, source[a + 1])
    row[i + 2] += Math.imul(share, source[a + 2])
    row[i + 3] += share
  }
}

/** Resamples a one-channel plane with rows of `width` into `out`. */
export const resamplePlane = <T extends Uint8ClampedArray | Float32Array>(
  source: T,
  width: number,
  { across, down }: Axes,
  out: T,
): void => {
  const { left, columns } = spanOf(across)
  const row = new Float32Array(columns)
  const { starts, weights, count } = across
  let at = 0
  for (let y = 0; y < down.starts.length; y++) {
    row.fill(0)
    for (let t = 0; t < down.count; t++) {
      const weight = down.weights[y * down.count + t]
      if (weight === 0) continue
      const a = (down.starts[y] + t) * width + left
      // Most of a matte is 0: skips it at both ends of a row.
      let first = 0
      let end = columns
      while (first < end && source[a + first] === 0) first++
      while (end > first && source[a + end - 1] === 0) end--
      for (let i = first; i < end; i++) row[i] += weight * source[a + i]
    }
    if (count === 2) {
      for (let x = 0, t = 0; x < starts.length; x++, t += 2) {
        const i = starts[x] - left
        out[at++] = weights[t] * row[i] + weights[t + 1] * row[i + 1]
      }
      continue
    }
    for (let x = 0; x < starts.length; x++) {
      let sum = 0
      let i = starts[x] - left
      const end = (x + 1) * count
      for (let t = x * count; t < end; t++, i++) sum += weights[t] * row[i]
      out[at++] = sum
    }
  }
}
