import type { AlphaMask8, Size } from '#engine/raster.ts'
import { sampleAt, type Warp, warpRows } from './warp.ts'

/** A matte of another moment. */
export type WeightedMatte = {
  readonly matte: AlphaMask8
  /** From the frame in question to that moment. */
  readonly warp: Warp
  /** What the vote counts for its moment alone, above 0. */
  readonly weight: number
}

/** What a vote counts where nothing speaks for it, so that somebody decides everywhere. */
const minConfidence = 0.02

/**
 * The matte that the votes agree on, each carried along its way to the frame in question: their mean,
 * weighted by trust, `weight` and how sure each is of itself. All mattes have the pictures' size.
 */
export function blendMattes(votes: readonly [WeightedMatte, ...WeightedMatte[]]): AlphaMask8 {
  const { width, height } = votes[0].matte
  const sum = new Float32Array(width * height)
  const weights = new Float32Array(width * height)
  for (const vote of votes) addWarped(vote, sum, weights)
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

/**
 * What the mattes on one side of a moment say of each pixel, as it is at that moment: the sum of their
 * values, 0 to 255, each times what it counts, and the sum of these counts.
 */
export type MatteAccumulator = Size & { readonly sum: Float32Array; readonly weights: Float32Array }

/** What a memory keeps of itself over one step of fully trusted motion. */
const decay = 0.9

export const emptyAccumulator = ({ width, height }: Size): MatteAccumulator => ({
  width,
  height,
  sum: new Float32Array(width * height),
  weights: new Float32Array(width * height),
})

/**
 * A memory as it is one step on: `way` leads from there to its own moment, and it pales where that is not trusted.
 * It is written over what `into` held.
 */
export function warpAccumulator(
  memory: MatteAccumulator,
  way: Warp,
  into = emptyAccumulator(memory),
): MatteAccumulator {
  const { width, height, sum, weights } = memory
  warpRows(way, ({ x, y, confidence }, start) => {
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

/**
 * The memory with one more matte in it, of its own moment, that counts `weight`. It is written over what `into` held,
 * which may be the memory itself.
 */
export function addMatte(
  memory: MatteAccumulator | undefined,
  { data, ...size }: AlphaMask8,
  weight: number,
  into = emptyAccumulator(size),
): MatteAccumulator {
  const { sum, weights } = into
  for (let i = 0; i < sum.length; i++) {
    const value = data[i]
    const count = weight * confidenceWeight[value]
    sum[i] = count * value + (memory ? memory.sum[i] : 0)
    weights[i] = count + (memory ? memory.weights[i] : 0)
  }
  return into
}

/** The matte that both sides of a moment agree on. */
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
 * What a value of a matte, 0 to 255, counts beside others for the same pixel: 1 where it is wholly subject or
 * wholly background, little in between. A network that fails on a frame mostly says "half" there, and is
 * overruled by the frames around it; along an edge all say so, and all count alike.
 */
const confidenceWeight = Float32Array.from({ length: 256 }, (_, value) => ((2 * value) / 255 - 1) ** 2 + 0.05)
