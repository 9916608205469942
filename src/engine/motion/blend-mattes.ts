import type { Box } from '#base/geometry.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import { addWarpedTiles, emptyTiles, fillBox, mixedBoxes, tilesOf, uniformTiles } from './matte-tiles.ts'
import { sampleAt, type Warp, type WarpedRow, warpRows } from './warp.ts'

/** The matte of another frame, for warping to the current one. */
export type WeightedMatte = {
  readonly matte: AlphaMask8
  /** From the current frame to the matte's. */
  readonly warp: Warp
  /** By distance in time; above 0. */
  readonly weight: number
}

/** Added to a flow's confidence, so that weights never sum to 0. */
const minConfidence = 0.02

/**
 * Warps each matte to the current frame and averages them, weighted per pixel by `weight`, confidence of the flow, and
 * distance of alpha from one half. All mattes have the frame's size.
 */
export function blendMattes(mattes: readonly [WeightedMatte, ...WeightedMatte[]]): AlphaMask8 {
  const { width, height } = mattes[0].matte
  const tiles = emptyTiles({ width, height })
  for (const { matte, warp } of mattes) addWarpedTiles(tilesOf(matte), warp.flow, tiles)
  const boxes = mixedBoxes(tiles)
  const sum = new Float32Array(width * height)
  const weights = new Float32Array(width * height)
  for (const matte of mattes) addWarped(matte, boxes, sum, weights)
  const data = new Uint8ClampedArray(width * height)
  for (const { box, alpha } of uniformTiles(tiles)) if (alpha > 0) fillBox(data, width, box, alpha)
  for (const box of boxes) {
    for (let y = box.y; y < box.y + box.height; y++) {
      const start = y * width + box.x
      for (let i = start; i < start + box.width; i++) data[i] = sum[i] / weights[i]
    }
  }
  return { width, height, data }
}

function addWarped(
  { matte, warp, weight }: WeightedMatte,
  boxes: readonly Box[],
  sum: Float32Array,
  weights: Float32Array,
): void {
  const use = ({ x, y, confidence }: WarpedRow, start: number, length: number) => {
    for (let i = 0, at = start; i < length; i++, at++) {
      const value = sampleAt(matte, x[i], y[i])
      const w = (confidence[i] + minConfidence) * weight * confidenceWeight[value | 0]
      weights[at] += w
      sum[at] += w * value
    }
  }
  warpRows(warp, use, boxes)
}

/**
 * Weight by alpha, 0 to 255: 1 for fully subject or background, little for one half. If a network fails on one frame it
 * mostly returns one half, and the surrounding frames override it; along an edge all frames do, and weigh equally.
 */
export const confidenceWeight = Float32Array.from(
  { length: 256 },
  (_, value) => ((2 * value) / 255 - 1) ** 2 + 0.05,
)
