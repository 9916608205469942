import { type Box, wholeBox } from '#base/geometry.ts'
import type { AlphaMask8, AlphaMaskF32 } from '#engine/raster.ts'
import { linearTaps } from '#engine/resample/filter-taps.ts'
import { usualDifference } from './flow-confidence.ts'
import type { Flow } from './optical-flow.ts'

/** Motion between two pictures of one size, found on smaller copies. */
export type Warp = {
  readonly flow: Flow
  /** Of the flow, 0 to 1, at its size. */
  readonly confidence: AlphaMaskF32
  /** Luma of both pictures. */
  readonly from: AlphaMask8
  readonly to: AlphaMask8
}

/** For each pixel of a row, its position in the other picture in pixels, and the confidence, 0 to 1. */
export type WarpedRow = {
  readonly x: Float32Array
  readonly y: Float32Array
  readonly confidence: Float32Array
}

/**
 * Enlarges the flow to the pictures' size, row by row, within `boxes`. `use` gets each row, which the next overwrites,
 * the index of its first pixel, and its length. Positions outside the other picture are moved to its border. Confidence
 * is reduced where the luma differs at full size, so that a coarse flow does not blur edges.
 */
export function warpRows(
  { flow, confidence, from, to }: Warp,
  use: (row: WarpedRow, start: number, length: number) => void,
  boxes: readonly Box[] = [wholeBox(from)],
): void {
  const { width, height } = from
  const row: WarpedRow = {
    x: new Float32Array(width),
    y: new Float32Array(width),
    confidence: new Float32Array(width),
  }
  const across = linearTaps(width, flow.width)
  const down = linearTaps(height, flow.height)
  const scaleX = width / flow.width
  const scaleY = height / flow.height
  const rowX = new Float32Array(flow.width)
  const rowY = new Float32Array(flow.width)
  const rowConfidence = new Float32Array(flow.width)
  for (const box of boxes) {
    const end = box.x + box.width
    for (let y = box.y; y < box.y + box.height; y++) {
      const above = down.before[y] * flow.width
      const below = down.after[y] * flow.width
      const share = down.share[y]
      for (let x = across.before[box.x]; x <= across.after[end - 1]; x++) {
        rowX[x] = (flow.dx[above + x] * (1 - share) + flow.dx[below + x] * share) * scaleX
        rowY[x] = (flow.dy[above + x] * (1 - share) + flow.dy[below + x] * share) * scaleY
        rowConfidence[x] = confidence.data[above + x] * (1 - share) + confidence.data[below + x] * share
      }
      for (let x = box.x, i = 0; x < end; x++, i++) {
        const before = across.before[x]
        const after = across.after[x]
        const u = across.share[x]
        const toX = Math.min(width - 1, Math.max(0, x + rowX[before] + (rowX[after] - rowX[before]) * u))
        const toY = Math.min(height - 1, Math.max(0, y + rowY[before] + (rowY[after] - rowY[before]) * u))
        const difference = (sampleAt(to, toX, toY) - from.data[y * width + x]) / usualDifference
        const interpolated = rowConfidence[before] + (rowConfidence[after] - rowConfidence[before]) * u
        row.x[i] = toX
        row.y[i] = toY
        row.confidence[i] = interpolated / (1 + difference * difference)
      }
      use(row, y * width + box.x, box.width)
    }
  }
}

/** Bilinear interpolation at a position inside the picture. */
export function sampleAt({ width, height, data }: AlphaMask8, x: number, y: number): number {
  const left = x | 0
  const top = y | 0
  const i = top * width + left
  const right = left < width - 1 ? 1 : 0
  const next = top < height - 1 ? width : 0
  const q = data[i]
  const s = data[i + next]
  const upper = q + (data[i + right] - q) * (x - left)
  const lower = s + (data[i + next + right] - s) * (x - left)
  return upper + (lower - upper) * (y - top)
}
