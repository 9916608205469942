/** A resampling kernel: weight by distance in samples, 0 beyond the radius. */
export type Kernel = { readonly radius: number; readonly weightAt: (distance: number) => number }

/** The triangle filter: linear interpolation when enlarging, a smooth average without aliasing when shrinking. */
export const triangle: Kernel = { radius: 1, weightAt: (x) => Math.max(0, 1 - Math.abs(x)) }

/** The cubic of Catmull and Rom (Keys 1981, a = -1/2): interpolates, sharper than the triangle. */
export const catmullRom: Kernel = {
  radius: 2,
  weightAt: (x) => {
    const d = Math.abs(x)
    if (d < 1) return (1.5 * d - 2.5) * d * d + 1
    return d < 2 ? ((2.5 - 0.5 * d) * d - 4) * d + 2 : 0
  },
}

/**
 * The filter taps of a resized line: its sample `i` is the sum over `k < count` of `weights[i * count + k]` times
 * source sample `starts[i] + k`, which always lies within the source.
 */
type Taps = { readonly starts: Int32Array; readonly weights: Float32Array; readonly count: number }

/** A part that exceeds the line by less than this, by rounding, ends with it. */
const rounding = 1e-6

/**
 * The taps that turn the part from `start` over `length` samples of a line of `sourceLength` into `outLength` samples.
 * Within the line weights sum to 1; samples past its ends count as 0, so that sums are below 1 there.
 *
 * @param enlarging the kernel where the copy has more samples; shrinking always uses the triangle.
 */
export const planTaps = (
  sourceLength: number,
  start: number,
  length: number,
  outLength: number,
  enlarging: Kernel,
): Taps => {
  const scale = length / outLength
  const kernel = scale > 1 ? triangle : enlarging
  const widening = Math.max(1, scale)
  const reach = kernel.radius * widening
  const count = Math.min(sourceLength, Math.ceil(2 * reach))
  const starts = new Int32Array(outLength)
  const weights = new Float32Array(outLength * count)
  const domainFirst = Math.min(0, Math.floor(start + rounding))
  const domainLast = Math.max(sourceLength, Math.ceil(start + length - rounding)) - 1
  for (let i = 0; i < outLength; i++) {
    const centre = start + (i + 0.5) * scale - 0.5
    const first = Math.max(domainFirst, Math.floor(centre - reach) + 1)
    const last = Math.min(domainLast, Math.ceil(centre + reach) - 1)
    const from = Math.min(Math.max(0, first), sourceLength - count)
    starts[i] = from
    let sum = 0
    for (let k = first; k <= last; k++) sum += kernel.weightAt((k - centre) / widening)
    const end = Math.min(last, sourceLength - 1)
    for (let k = Math.max(0, first); k <= end; k++) {
      weights[i * count + k - from] = kernel.weightAt((k - centre) / widening) / sum
    }
  }
  return { starts, weights, count }
}

/** The taps of both axes of a picture: `across` for columns, `down` for rows. */
export type Axes = { readonly across: Taps; readonly down: Taps }

/** The first sample that taps read, and how many. */
export const spanOf = ({ starts, count }: Taps) => {
  const left = starts[0]
  return { left, columns: starts[starts.length - 1] + count - left }
}

/** For each fine pixel, the two coarse ones around its centre, and its position between them, 0 to 1. */
export type LinearTaps = {
  readonly before: Int32Array
  readonly after: Int32Array
  readonly share: Float32Array
}

/** Linear interpolation from `coarse` to `fine` pixels along one side, with pixel centres aligned. */
export function linearTaps(fine: number, coarse: number): LinearTaps {
  const before = new Int32Array(fine)
  const after = new Int32Array(fine)
  const share = new Float32Array(fine)
  for (let i = 0; i < fine; i++) {
    const at = Math.min(coarse - 1, Math.max(0, ((i + 0.5) * coarse) / fine - 0.5))
    before[i] = Math.floor(at)
    after[i] = Math.min(coarse - 1, before[i] + 1)
    share[i] = at - before[i]
  }
  return { before, after, share }
}
