import { sumBoxes } from '#base/box-sums.ts'
import type { Size } from '#base/geometry.ts'
import type { Raster } from '#engine/raster.ts'

/** Colour variance below which a window counts as flat (epsilon of the papers), colours from 0 to 1. */
const flatVariance = 1e-5

type MattingLaplacian = {
  /** Writes the product with a plane of alpha to `out`, for the pixels that were asked for; others mean nothing. */
  readonly multiply: (alpha: Float32Array, out: Float32Array) => void
}

/** Values of a pixel that are summed over windows: alpha (or an offset) and one for each colour. */
const lanes = 4

/**
 * The matting Laplacian of closed-form matting (Levin, Lischinski & Weiss, TPAMI 2008) for windows of 3 x 3 pixels,
 * without the matrix: its product with alpha is what alpha lacks to be, in every window, a linear function of colour,
 * and two rounds of box sums give it (He, Sun & Tang, CVPR 2010). The product is only wanted where `wanted` is 1.
 */
export function mattingLaplacian({ width, height, data }: Raster, wanted: Uint8Array): MattingLaplacian {
  const size: Size = { width, height }
  const length = width * height
  const colors = [0, 1, 2].map((c) => new Float32Array(length).map((_, i) => data[i * 4 + c] / 255))
  const [reds, greens, blues] = colors
  const scratch = new Float32Array(length)
  const sumOf = (plane: Float32Array) => {
    sumBoxes(plane, size, 1, scratch)
    return plane
  }
  const counts = sumOf(new Float32Array(length).fill(1))
  const means = colors.map((plane) => sumOf(plane.slice()).map((sum, i) => sum / counts[i]))
  const [meanReds, meanGreens, meanBlues] = means
  const inverse = inverseCovariances(colors, means, counts, sumOf)
  const own = spansOf(wanted, size)
  const windows = widened(own, width)
  const sides = widened(windows, width)
  const lines = widened(sides, width)
  const fits = new Float32Array(length * lanes)
  const line = new Float32Array(width * lanes)
  const sums = createWindowSums(width, height)

  return {
    multiply: (alpha, out) => {
      sums.start(sides, windows, (y) => {
        const { from, until } = lines
        for (let x = from[y], at = x * lanes, i = y * width + x; x < until[y]; x++, i++, at += lanes) {
          const a = alpha[i]
          line[at] = a
          line[at + 1] = a * reds[i]
          line[at + 2] = a * greens[i]
          line[at + 3] = a * blues[i]
        }
        return line
      })
      for (let y = 0; y < height; y++) {
        const row = sums.next()
        const first = windows.from[y]
        let i = y * width + first
        let fit = i * lanes
        for (let x = first, at = x * lanes; x < windows.until[y]; x++, i++, at += lanes, fit += lanes) {
          const share = 1 / counts[i]
          const mean = row[at] * share
          const r = row[at + 1] * share - meanReds[i] * mean
          const g = row[at + 2] * share - meanGreens[i] * mean
          const b = row[at + 3] * share - meanBlues[i] * mean
          const k = i * 6
          const red = inverse[k] * r + inverse[k + 1] * g + inverse[k + 2] * b
          const green = inverse[k + 1] * r + inverse[k + 3] * g + inverse[k + 4] * b
          const blue = inverse[k + 2] * r + inverse[k + 4] * g + inverse[k + 5] * b
          fits[fit] = mean - red * meanReds[i] - green * meanGreens[i] - blue * meanBlues[i]
          fits[fit + 1] = red
          fits[fit + 2] = green
          fits[fit + 3] = blue
        }
      }
      sums.start(windows, own, (y) => fits.subarray(y * width * lanes, (y + 1) * width * lanes))
      for (let y = 0; y < height; y++) {
        const row = sums.next()
        const first = own.from[y]
        for (let x = first, at = x * lanes, i = y * width + x; x < own.until[y]; x++, i++, at += lanes) {
          const fitted = row[at] + row[at + 1] * reds[i] + row[at + 2] * greens[i] + row[at + 3] * blues[i]
          out[i] = counts[i] * alpha[i] - fitted
        }
      }
    },
  }
}

/** For each row the columns that matter: from `from` up to `until`, which is excluded. */
type RowSpans = { readonly from: Int32Array; readonly until: Int32Array }

function spansOf(wanted: Uint8Array, { width, height }: Size): RowSpans {
  const from = new Int32Array(height).fill(width)
  const until = new Int32Array(height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (wanted[i] === 0) continue
      if (x < from[y]) from[y] = x
      until[y] = x + 1
    }
  }
  return { from, until }
}

/** The spans with one more pixel on every side. */
const widened = ({ from, until }: RowSpans, width: number): RowSpans => ({
  from: from.map((_, y) => Math.max(0, Math.min(from[y], from[y - 1] ?? width, from[y + 1] ?? width) - 1)),
  until: until.map((_, y) => Math.min(width, Math.max(until[y], until[y - 1] ?? 0, until[y + 1] ?? 0) + 1)),
})

/** Sums over windows of 3 x 3 pixels, row by row, of lines that hold `lanes` values a pixel. */
function createWindowSums(width: number, height: number) {
  // Sums along the row of three neighbouring lines, the line y in place y % 3.
  const across = [0, 1, 2].map(() => new Float32Array(width * lanes))
  const total = new Float32Array(width * lanes)
  let lineAt: (y: number) => Float32Array
  let acrossSpans: RowSpans
  let totalSpans: RowSpans
  let y = 0
  const read = (row: number) => {
    const into = across[row % 3]
    if (row >= height) {
      into.fill(0)
      return
    }
    const line = lineAt(row)
    const last = line.length - lanes
    const start = acrossSpans.from[row] * lanes
    const end = acrossSpans.until[row] * lanes
    for (let i = start; i < end; i++) {
      into[i] = line[i] + (i >= lanes ? line[i - lanes] : 0) + (i < last ? line[i + lanes] : 0)
    }
  }
  return {
    /** Begins with the top row. `lines` gives each line once; sums are made within the spans. */
    start: (alongRows: RowSpans, overWindows: RowSpans, lines: (y: number) => Float32Array) => {
      lineAt = lines
      acrossSpans = alongRows
      totalSpans = overWindows
      y = 0
      across[2].fill(0)
      read(0)
    },
    /** The sums of the next row; overwritten by the call after. */
    next: (): Float32Array => {
      const start = totalSpans.from[y] * lanes
      const end = totalSpans.until[y] * lanes
      read(y + 1)
      y++
      const [one, two, three] = across
      for (let i = start; i < end; i++) total[i] = one[i] + two[i] + three[i]
      return total
    },
  }
}

/** For each window the inverse of its colours' covariance, a symmetric 3x3 matrix: six numbers. */
function inverseCovariances(
  colors: readonly Float32Array[],
  means: readonly Float32Array[],
  counts: Float32Array,
  sumOf: (plane: Float32Array) => Float32Array,
): Float32Array {
  const covariance = (c: number, d: number) => {
    const [one, other] = [colors[c], colors[d]]
    const products = sumOf(one.map((value, i) => value * other[i]))
    for (let i = 0; i < products.length; i++) {
      const flat = c === d ? flatVariance / counts[i] : 0
      products[i] = products[i] / counts[i] - means[c][i] * means[d][i] + flat
    }
    return products
  }
  const [redRed, redGreen, redBlue] = [covariance(0, 0), covariance(0, 1), covariance(0, 2)]
  const [greenGreen, greenBlue, blueBlue] = [covariance(1, 1), covariance(1, 2), covariance(2, 2)]
  const inverse = new Float32Array(counts.length * 6)
  for (let i = 0, at = 0; i < counts.length; i++, at += 6) {
    const rr = redRed[i]
    const rg = redGreen[i]
    const rb = redBlue[i]
    const gg = greenGreen[i]
    const gb = greenBlue[i]
    const bb = blueBlue[i]
    const i00 = gg * bb - gb * gb
    const i01 = rb * gb - rg * bb
    const i02 = rg * gb - rb * gg
    const scale = 1 / (rr * i00 + rg * i01 + rb * i02)
    inverse[at] = i00 * scale
    inverse[at + 1] = i01 * scale
    inverse[at + 2] = i02 * scale
    inverse[at + 3] = (rr * bb - rb * rb) * scale
    inverse[at + 4] = (rg * rb - rr * gb) * scale
    inverse[at + 5] = (rr * gg - rg * rg) * scale
  }
  return inverse
}
