import type { Box, Size } from '#base/geometry.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import { confidenceWeight } from './blend-mattes.ts'
import {
  addTiles,
  addWarpedTiles,
  emptyTiles,
  fillBox,
  type MatteTiles,
  mixedBoxes,
  settleTiles,
  tilesOf,
  uniformTiles,
} from './matte-tiles.ts'
import { type Warp, type WarpedRow, warpRows } from './warp.ts'

/**
 * Running sums of mattes warped to one frame: per pixel, weight times alpha (0 to 255), and weight. In uniform tiles
 * all pixels have the same weight.
 */
export type MatteAccumulator = Size & {
  readonly sum: Float32Array
  readonly weights: Float32Array
  readonly tiles: MatteTiles
}

/** Factor of all weights per frame of distance, with reliable flow. */
const decay = 0.9

export const emptyAccumulator = ({ width, height }: Size): MatteAccumulator => ({
  width,
  height,
  sum: new Float32Array(width * height),
  weights: new Float32Array(width * height),
  tiles: emptyTiles({ width, height }),
})

/**
 * Warps an accumulator to a neighbouring frame; `warp` leads from that frame to the accumulator's. Weights shrink with
 * distance and low confidence. Overwrites `into`.
 */
export function warpAccumulator(
  accumulator: MatteAccumulator,
  warp: Warp,
  into = emptyAccumulator(accumulator),
): MatteAccumulator {
  const { width, height, sum, weights, tiles } = accumulator
  into.tiles.kinds.fill(0)
  addWarpedTiles(tiles, warp.flow, into.tiles)
  for (const { box, alpha } of uniformTiles(into.tiles)) {
    const weight = decay * weightOfTile(accumulator, warp, box)
    fillBox(into.weights, width, box, weight)
    fillBox(into.sum, width, box, weight * alpha)
  }
  const use = ({ x, y, confidence }: WarpedRow, start: number, length: number) => {
    for (let i = 0, at = start; i < length; i++, at++) {
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
  }
  warpRows(warp, use, mixedBoxes(into.tiles))
  return into
}

/** The mean confidence of the flow in a tile, times the weight at the source of its centre. */
function weightOfTile(
  { width, height, weights }: MatteAccumulator,
  { flow, confidence }: Warp,
  box: Box,
): number {
  const scale = { x: flow.width / width, y: flow.height / height }
  const left = Math.floor(box.x * scale.x)
  const top = Math.floor(box.y * scale.y)
  const right = Math.max(left + 1, Math.floor((box.x + box.width) * scale.x))
  const bottom = Math.max(top + 1, Math.floor((box.y + box.height) * scale.y))
  const mean = (plane: Float32Array) => {
    let sum = 0
    for (let y = top; y < bottom; y++) {
      for (let i = y * flow.width + left; i < y * flow.width + right; i++) sum += plane[i]
    }
    return sum / ((right - left) * (bottom - top))
  }
  const x = Math.round(box.x + box.width / 2 + mean(flow.dx) / scale.x)
  const y = Math.round(box.y + box.height / 2 + mean(flow.dy) / scale.y)
  const from = Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))
  return mean(confidence.data) * weights[from]
}

/** Adds the matte of the accumulator's frame. Overwrites `into`, which may be the accumulator. */
export function addMatte(
  accumulator: MatteAccumulator | undefined,
  matte: AlphaMask8,
  weight: number,
  into = emptyAccumulator(matte),
): MatteAccumulator {
  const { width, data } = matte
  const { sum, weights, tiles } = into
  if (!accumulator) tiles.kinds.fill(0)
  else if (accumulator !== into) tiles.kinds.set(accumulator.tiles.kinds)
  addTiles(tilesOf(matte), tiles)
  for (const { box, alpha } of uniformTiles(tiles)) {
    const first = box.y * width + box.x
    const count = weight * confidenceWeight[alpha] + (accumulator?.weights[first] ?? 0)
    fillBox(weights, width, box, count)
    fillBox(sum, width, box, count * alpha)
  }
  for (const box of mixedBoxes(tiles)) {
    for (let y = box.y; y < box.y + box.height; y++) {
      const start = y * width + box.x
      for (let i = start; i < start + box.width; i++) {
        const value = data[i]
        const count = weight * confidenceWeight[value]
        sum[i] = count * value + (accumulator ? accumulator.sum[i] : 0)
        weights[i] = count + (accumulator ? accumulator.weights[i] : 0)
      }
    }
  }
  settle(into)
  return into
}

/** Makes mixed tiles uniform if all their means round to 0, or all to 255, so that they do not accumulate. */
function settle({ width, sum, weights, tiles }: MatteAccumulator): void {
  settleTiles(tiles, (box) => {
    const first = box.y * width + box.x
    const alpha = sum[first] < 128 * weights[first] ? 0 : 255
    for (let y = 0; y < box.height; y++) {
      const end = first + y * width + box.width
      for (let i = first + y * width; i < end; i++) {
        if (Math.abs(sum[i] - alpha * weights[i]) > 0.25 * weights[i]) return undefined
      }
    }
    const weight = weights[first]
    fillBox(weights, width, box, weight)
    fillBox(sum, width, box, weight * alpha)
    return alpha
  })
}

/** The weighted mean of all mattes in both accumulators. */
export function meanMatte(past: MatteAccumulator, future: MatteAccumulator | undefined): AlphaMask8 {
  const { width, height } = past
  const data = new Uint8ClampedArray(past.sum.length)
  const tiles = emptyTiles(past)
  addTiles(past.tiles, tiles)
  if (future) addTiles(future.tiles, tiles)
  for (const { box, alpha } of uniformTiles(tiles)) if (alpha > 0) fillBox(data, width, box, alpha)
  for (const box of mixedBoxes(tiles)) {
    for (let y = box.y; y < box.y + box.height; y++) {
      const start = y * width + box.x
      for (let i = start; i < start + box.width; i++) {
        data[i] = future
          ? (past.sum[i] + future.sum[i]) / (past.weights[i] + future.weights[i])
          : past.sum[i] / past.weights[i]
      }
    }
  }
  return { width, height, data }
}
