import type { Size } from '#base/geometry.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import { sampleAt, type Warp, warpRows } from './warp.ts'

/** The matte of another frame, to be warped to the current one. */
export type WeightedMatte = {
  readonly matte: AlphaMask8
  /** From the current frame to the matte's. */
  readonly warp: Warp
  /** By the distance in time, above 0. */
  readonly weight: number
}

/** Added to the confidence of a flow, so that the weights of a pixel never sum to 0. */
const minConfidence = 0.02

/**
 * Warps each matte to the current frame and takes their mean, weighted for each pixel by `weight`, by the confidence
 * of the flow, and by how far the alpha is from one half. All mattes have the size of the frame.
 */
export function blendMattes(mattes: readonly [WeightedMatte, ...WeightedMatte[]]): AlphaMask8 {
  const { width, height } = mattes[0].matte
  const sum = new Float32Array(width * height)
  const weights = new Float32Array(width * height)
  for (const matte of mattes) addWarped(matte, sum, weights)
  const data = new Uint8ClampedArray(width * height)
  for (let i = 0; i < data.length; i++) data[i] = sum[i] / weights[i]
  return { width, height, data }
}

function addWarped({ matte, warp, weight }: WeightedMatte, sum: Float32Array, weights: Float32Array): void {
  const { width } = matte
  warpRows(warp, ({ x, y, confidence }, start) => {
    for (let i = 0, at = start; i < width; i++, at++) {
      const value = sampleAt(matte, x[i], y[i])
      const w = (confidence[i] + minConfidence) * weight * confidenceWeight[value | 0]
      weights[at] += w
      sum[at] += w * value
    }
  })
}

/** Running sums of mattes that were warped to one frame: for each pixel weight times alpha (0 to 255), and weight. */
export type MatteAccumulator = Size & { readonly sum: Float32Array; readonly weights: Float32Array }

/** The factor of all weights for each frame of distance, where the flow is reliable. */
const decay = 0.9

export const emptyAccumulator = ({ width, height }: Size): MatteAccumulator => ({
  width,
  height,
  sum: new Float32Array(width * height),
  weights: new Float32Array(width * height),
})

/**
 * Warps an accumulator to a neighbouring frame; `warp` leads from that frame to the accumulator's. Weights shrink with
 * the distance and where the confidence is low. Overwrites `into`.
 */
export function warpAccumulator(
  accumulator: MatteAccumulator,
  warp: Warp,
  into = emptyAccumulator(accumulator),
): MatteAccumulator {
  const { width, height, sum, weights } = accumulator
  warpRows(warp, ({ x, y, confidence }, start) => {
    for (let i = 0, at = start; i < width; i++, at++) {
      const left = x[i] | 0
      const top = y[i] | 0
      const u = x[i] - left
      const v = y[i] - top
      const q = top * width + left
      const e = left < width - 1 ? q + 1 : q
      const s = top < height - 1 ? q + width : q
      const d = s + e - q
      const w = decay * confidence[i]
      const w11 = w * u * v
      const w10 = w * v - w11
      const w01 = w * u - w11
      const w00 = w - w01 - w10 - w11
      into.sum[at] = w00 * sum[q] + w01 * sum[e] + w10 * sum[s] + w11 * sum[d]
      into.weights[at] = w00 * weights[q] + w01 * weights[e] + w10 * weights[s] + w11 * weights[d]
    }
  })
  return into
}

/** Adds the matte of the accumulator's own frame. Overwrites `into`, which may be the accumulator itself. */
export function addMatte(
  accumulator: MatteAccumulator | undefined,
  { data, ...size }: AlphaMask8,
  weight: number,
  into = emptyAccumulator(size),
): MatteAccumulator {
  const { sum, weights } = into
  for (let i = 0; i < sum.length; i++) {
    const value = data[i]
    const count = weight * confidenceWeight[value]
    sum[i] = count * value + (accumulator ? accumulator.sum[i] : 0)
    weights[i] = count + (accumulator ? accumulator.weights[i] : 0)
  }
  return into
}

/** The weighted mean of all mattes in both accumulators of a frame. */
export function meanMatte(past: MatteAccumulator, future: MatteAccumulator | undefined): AlphaMask8 {
  const data = new Uint8ClampedArray(past.sum.length)
  for (let i = 0; i < data.length; i++) {
    data[i] = future
      ? (past.sum[i] + future.sum[i]) / (past.weights[i] + future.weights[i])
      : past.sum[i] / past.weights[i]
  }
  return { width: past.width, height: past.height, data }
}

/**
 * The weight of an alpha by its value, 0 to 255: 1 for wholly subject or wholly background, little for one half. Where
 * a network fails on one frame it mostly answers one half, and the frames around it overrule that; along an edge all
 * frames answer so, and all count alike.
 */
const confidenceWeight = Float32Array.from({ length: 256 }, (_, value) => ((2 * value) / 255 - 1) ** 2 + 0.05)
