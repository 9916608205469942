import type { AlphaMaskF32 } from '#engine/raster.ts'
import type { LumaChange } from './flow-confidence.ts'
import { margin, type PyramidLevel } from './luma-pyramid.ts'
import type { Flow } from './optical-flow.ts'

/** Half the side of a window, less the pixel in the middle. Noise and the rim of what moves leave a part of each explained. */
const reach = 3
const side = 2 * reach + 1
/** How much of a window must be new. */
const newShare = 0.7

/**
 * The share of a frame in which something new stands, 0 to 1: windows that the frame before explains neither by
 * motion nor by standing still. `backward` leads to the frame before, and has this confidence. What comes in from outside
 * of the picture does not count.
 */
export function changedShare(
  frame: PyramidLevel,
  before: PyramidLevel,
  backward: Flow,
  confidence: AlphaMaskF32,
  { brighter, difference: half }: LumaChange,
): number {
  const { width, height } = backward
  /** What is new above and to the left of each pixel. */
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0, at = 0; y < height; y++) {
    let row = 0
    for (let x = 0, i = (y + margin) * frame.stride + margin; x < width; x++, at++, i++) {
      const toX = x + backward.dx[at]
      const toY = y + backward.dy[at]
      const isInside = toX >= -0.5 && toY >= -0.5 && toX <= width - 0.5 && toY <= height - 0.5
      const difference = (before.data[i] - brighter - frame.data[i]) / half
      if (isInside) row += (1 - confidence.data[at]) * (1 - 1 / (1 + difference * difference))
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
    }
  }
  let windows = 0
  for (let y = 0; y + side <= height; y++) {
    for (let x = 0; x + side <= width; x++) {
      const upper = y * (width + 1) + x
      const lower = upper + side * (width + 1)
      const sum = sums[lower + side] - sums[lower] - sums[upper + side] + sums[upper]
      if (sum > newShare * side * side) windows++
    }
  }
  return windows / (width * height)
}
