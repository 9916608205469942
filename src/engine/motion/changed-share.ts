import type { FlowPair } from './compose-flows.ts'
import { flowConfidence } from './flow-confidence.ts'
import { lumaChange } from './luma-change.ts'
import { margin, type PyramidLevel } from './luma-pyramid.ts'

/** Half the side of a window without its centre. Noise and moving borders leave part of each explained. */
const reach = 3
const side = 2 * reach + 1
/** Share of a window that must be new. */
const newShare = 0.7

/**
 * The share of `after` that shows something new, 0 to 1: windows that `before` explains neither by motion nor by
 * standing still. The flows lead from `before` to `after` and back. What enters at the picture's border is ignored.
 */
export function changedShare(
  before: PyramidLevel,
  after: PyramidLevel,
  { forward, backward }: FlowPair,
): number {
  const { width, height } = backward
  const change = lumaChange(after, before)
  const { brighter, difference: half } = change
  const confidence = flowConfidence(after, before, backward, forward, change)
  /** Integral image of new pixels. */
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0, at = 0; y < height; y++) {
    let row = 0
    for (let x = 0, i = (y + margin) * after.stride + margin; x < width; x++, at++, i++) {
      const toX = x + backward.dx[at]
      const toY = y + backward.dy[at]
      const isInside = toX >= -0.5 && toY >= -0.5 && toX <= width - 0.5 && toY <= height - 0.5
      const difference = (before.data[i] - brighter - after.data[i]) / half
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
