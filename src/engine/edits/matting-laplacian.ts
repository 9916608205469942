import type { Size } from '#base/geometry.ts'
import type { Raster } from '#engine/raster.ts'
import { type PixelRuns, pixelRuns, widenRuns } from './pixel-runs.ts'

/** Colour variance below which a window counts as flat (epsilon of the papers), colours from 0 to 1. */
const flatVariance = 1e-5

type MattingLaplacian = {
  /** Writes the product with a plane of alpha to `out`, for requested pixels only. */
  readonly multiply: (alpha: Float32Array, out: Float32Array) => void
}

/** Values per pixel summed over windows: alpha (or an offset) and one per colour. */
const lanes = 4

/**
 * The matting Laplacian of closed-form matting (Levin, Lischinski & Weiss, TPAMI 2008) for windows of 3 x 3 pixels. The
 * matrix is not built: its product with alpha, the residual of linear fits to colour in all windows, takes two rounds
 * of box sums (He, Sun & Tang, CVPR 2010), only where `wanted` is 1.
 */
export function mattingLaplacian({ width, height, data }: Raster, wanted: Uint8Array): MattingLaplacian {
  const size: Size = { width, height }
  const length = width * height
  const colors = [0, 1, 2].map((c) => new Float32Array(length).map((_, i) => data[i * 4 + c] / 255))
  const [reds, greens, blues] = colors
  const own = pixelRuns(wanted, size)
  const windows = widenRuns(own, size)
  const sides = widenRuns(windows, size)
  const lines = widenRuns(sides, size)
  const { counts, means, inverse } = measureWindows(colors, windows, size)
  const [meanReds, meanGreens, meanBlues] = means
  const fits = new Float32Array(length * lanes)
  const line = new Float32Array(width * lanes)
  const sums = createWindowSums(width, height)

  return {
    multiply: (alpha, out) => {
      sums.start(sides, windows, (y) => {
        const { first, from, until } = lines
        for (let run = first[y]; run < first[y + 1]; run++) {
          let i = y * width + from[run]
          for (let x = from[run], at = x * lanes; x < until[run]; x++, i++, at += lanes) {
            const a = alpha[i]
            line[at] = a
            line[at + 1] = a * reds[i]
            line[at + 2] = a * greens[i]
            line[at + 3] = a * blues[i]
          }
        }
        return line
      })
      for (let y = 0; y < height; y++) {
        const row = sums.next()
        for (let run = windows.first[y]; run < windows.first[y + 1]; run++) {
          const until = windows.until[run]
          let x = windows.from[run]
          let i = y * width + x
          let fit = i * lanes
          for (let at = x * lanes; x < until; x++, i++, at += lanes, fit += lanes) {
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
      }
      sums.start(windows, own, (y) => fits.subarray(y * width * lanes, (y + 1) * width * lanes))
      for (let y = 0; y < height; y++) {
        const row = sums.next()
        for (let run = own.first[y]; run < own.first[y + 1]; run++) {
          let i = y * width + own.from[run]
          for (let x = own.from[run], at = x * lanes; x < own.until[run]; x++, i++, at += lanes) {
            const fitted = row[at] + row[at + 1] * reds[i] + row[at + 2] * greens[i] + row[at + 3] * blues[i]
            out[i] = counts[i] * alpha[i] - fitted
          }
        }
      }
    },
  }
}

/** Sums over 3 x 3 windows, row by row, of lines with `lanes` values per pixel. */
function createWindowSums(width: number, height: number) {
  // Sums along three neighbouring lines; line y is at index y % 3.
  const across = [0, 1, 2].map(() => new Float32Array(width * lanes))
  const total = new Float32Array(width * lanes)
  let lineAt: (y: number) => Float32Array
  let acrossRuns: PixelRuns
  let totalRuns: PixelRuns
  let y = 0
  const read = (row: number) => {
    const into = across[row % 3]
    if (row >= height) {
      into.fill(0)
      return
    }
    const line = lineAt(row)
    const last = line.length - lanes
    const { first, from, until } = acrossRuns
    for (let run = first[row]; run < first[row + 1]; run++) {
      const end = until[run] * lanes
      for (let i = from[run] * lanes; i < end; i++)
        into[i] = line[i] + (i >= lanes ? line[i - lanes] : 0) + (i < last ? line[i + lanes] : 0)
    }
  }
  return {
    /** Starts at the top row. `lines` returns each line once; only the runs are summed. */
    start: (alongRows: PixelRuns, overWindows: PixelRuns, lines: (y: number) => Float32Array) => {
      lineAt = lines
      acrossRuns = alongRows
      totalRuns = overWindows
      y = 0
      across[2].fill(0)
      read(0)
    },
    /** The sums of the next row; the next call overwrites them. */
    next: (): Float32Array => {
      const { first, from, until } = totalRuns
      read(y + 1)
      const [one, two, three] = across
      for (let run = first[y]; run < first[y + 1]; run++) {
        const end = until[run] * lanes
        for (let i = from[run] * lanes; i < end; i++) total[i] = one[i] + two[i] + three[i]
      }
      y++
      return total
    },
  }
}

type WindowColors = {
  /** Pixels per window: nine, fewer at the picture's edges. */
  readonly counts: Uint8Array
  /** Mean red, green and blue. */
  readonly means: readonly Float32Array[]
  /** Inverse covariance of its colours, a symmetric 3x3 matrix: six numbers per window. */
  readonly inverse: Float32Array
}

/** Measures the windows around the pixels of the runs; others are undefined. */
function measureWindows(
  [reds, greens, blues]: readonly Float32Array[],
  { first, from, until }: PixelRuns,
  { width, height }: Size,
): WindowColors {
  const counts = new Uint8Array(reds.length)
  const means = [0, 1, 2].map(() => new Float32Array(reds.length))
  const inverse = new Float32Array(reds.length * 6)
  const [meanReds, meanGreens, meanBlues] = means
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - 1)
    const bottom = Math.min(height - 1, y + 1)
    for (let run = first[y]; run < first[y + 1]; run++) {
      for (let x = from[run], i = y * width + x; x < until[run]; x++, i++) {
        const left = Math.max(0, x - 1)
        const right = Math.min(width - 1, x + 1)
        let r = 0
        let g = 0
        let b = 0
        let rr = 0
        let rg = 0
        let rb = 0
        let gg = 0
        let gb = 0
        let bb = 0
        for (let v = top; v <= bottom; v++) {
          for (let at = v * width + left; at <= v * width + right; at++) {
            const red = reds[at]
            const green = greens[at]
            const blue = blues[at]
            r += red
            g += green
            b += blue
            rr += red * red
            rg += red * green
            rb += red * blue
            gg += green * green
            gb += green * blue
            bb += blue * blue
          }
        }
        const count = (bottom - top + 1) * (right - left + 1)
        const share = 1 / count
        r *= share
        g *= share
        b *= share
        // The covariance plus `flatVariance` on its diagonal is inverted by its adjugate.
        const flat = flatVariance * share
        rr = rr * share - r * r + flat
        rg = rg * share - r * g
        rb = rb * share - r * b
        gg = gg * share - g * g + flat
        gb = gb * share - g * b
        bb = bb * share - b * b + flat
        const i00 = gg * bb - gb * gb
        const i01 = rb * gb - rg * bb
        const i02 = rg * gb - rb * gg
        const scale = 1 / (rr * i00 + rg * i01 + rb * i02)
        counts[i] = count
        meanReds[i] = r
        meanGreens[i] = g
        meanBlues[i] = b
        const k = i * 6
        inverse[k] = i00 * scale
        inverse[k + 1] = i01 * scale
        inverse[k + 2] = i02 * scale
        inverse[k + 3] = (rr * bb - rb * rb) * scale
        inverse[k + 4] = (rg * rb - rr * gb) * scale
        inverse[k + 5] = (rr * gg - rg * rg) * scale
      }
    }
  }
  return { counts, means, inverse }
}
