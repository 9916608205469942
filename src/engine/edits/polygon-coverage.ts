import type { Box } from '#base/geometry.ts'
import type { LassoPoint } from '#contract/image-edits.ts'

/** Lines in each row of pixels along which the polygon is filled. */
const linesPerRow = 4

/**
 * How much of each pixel of `box` lies inside the closed polygon, 0 to 255, by the even-odd rule: exact along a row,
 * and by four lines within each row.
 */
export function polygonCoverage(points: readonly LassoPoint[], box: Box): Uint8ClampedArray {
  const { width, height } = box
  const coverage = new Uint8ClampedArray(width * height)
  const sums = new Float32Array(width + 1)
  const crossings = crossingsOf(points, box)
  for (let y = 0; y < height; y++) {
    sums.fill(0)
    for (let line = y * linesPerRow; line < (y + 1) * linesPerRow; line++) {
      const across = crossings[line]?.sort((a, b) => a - b) ?? []
      for (let i = 0; i + 1 < across.length; i += 2) addSpan(sums, across[i], across[i + 1], width)
    }
    for (let x = 0; x < width; x++) coverage[y * width + x] = (sums[x] * 255) / linesPerRow
  }
  return coverage
}

/** For each line, from the top, where the polygon's sides cross it, in pixels from the left side of the box. */
function crossingsOf(points: readonly LassoPoint[], box: Box): (number[] | undefined)[] {
  const crossings: (number[] | undefined)[] = []
  const lineAt = (y: number) => (y - box.y) * linesPerRow - 0.5
  for (const [i, to] of points.entries()) {
    const from = points.at(i - 1) ?? to
    const [upper, lower] = from[1] < to[1] ? [from, to] : [to, from]
    const first = Math.max(0, Math.ceil(lineAt(upper[1])))
    const end = Math.min(box.height * linesPerRow, Math.ceil(lineAt(lower[1])))
    const slope = (lower[0] - upper[0]) / (lower[1] - upper[1])
    for (let line = first; line < end; line++) {
      const y = box.y + (line + 0.5) / linesPerRow
      crossings[line] ??= []
      crossings[line]?.push(upper[0] + (y - upper[1]) * slope - box.x)
    }
  }
  return crossings
}

/** Adds to each pixel how much of it lies between `from` and `to`. */
function addSpan(sums: Float32Array, from: number, to: number, width: number): void {
  const start = Math.max(0, from)
  const end = Math.min(width, to)
  if (end <= start) return
  const first = Math.floor(start)
  const last = Math.floor(end)
  if (first === last) {
    sums[first] += end - start
    return
  }
  sums[first] += first + 1 - start
  for (let x = first + 1; x < last; x++) sums[x] += 1
  sums[last] += end - last
}
