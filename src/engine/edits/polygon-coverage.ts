import type { Box } from '#base/geometry.ts'
import type { LassoPoint } from '#contract/image-edits.ts'

/** Scan lines per row of pixels. */
const linesPerRow = 4
/** Crossings per line above which a polygon is filled with one line per row, at limited precision. */
const denseCrossings = 512
const partsPerPixel = 8

/**
 * Coverage of each pixel of `box` by the closed polygon, 0 to 255, even-odd rule: exact along rows, with four lines per
 * row. A polygon with hundreds of sides per row is filled more coarsely, in time proportional to its crossings.
 */
export function polygonCoverage(points: readonly LassoPoint[], box: Box): Uint8ClampedArray {
  const coarse = crossingsOf(points, box, 1)
  if (coarse.count > denseCrossings * box.height) return denseCoverage(coarse, box)
  const { width, height } = box
  const coverage = new Uint8ClampedArray(width * height)
  const sums = new Float32Array(width + 1)
  const crossings = crossingsOf(points, box, linesPerRow)
  for (let y = 0; y < height; y++) {
    sums.fill(0)
    for (let line = y * linesPerRow; line < (y + 1) * linesPerRow; line++) {
      const across = crossings.on(line).sort()
      for (let i = 0; i + 1 < across.length; i += 2) addSpan(sums, across[i], across[i + 1], width)
    }
    for (let x = 0; x < width; x++) coverage[y * width + x] = (sums[x] * 255) / linesPerRow
  }
  return coverage
}

/** Toggles at each crossing, which needs no sorting. */
function denseCoverage(crossings: Crossings, { width, height }: Box): Uint8ClampedArray {
  const coverage = new Uint8ClampedArray(width * height)
  const isTurn = new Uint8Array(width * partsPerPixel + 1)
  for (let y = 0; y < height; y++) {
    isTurn.fill(0)
    for (const x of crossings.on(y)) {
      isTurn[Math.min(width * partsPerPixel, Math.max(0, Math.round(x * partsPerPixel)))] ^= 1
    }
    let isInside = 0
    for (let x = 0, part = 0; x < width; x++) {
      let inside = 0
      for (const end = part + partsPerPixel; part < end; part++) {
        isInside ^= isTurn[part]
        inside += isInside
      }
      coverage[y * width + x] = (inside * 255) / partsPerPixel
    }
  }
  return coverage
}

/** Crossings of the polygon's sides with each line from the top, in pixels from the box's left side, unsorted. */
type Crossings = { readonly count: number; on(line: number): Float64Array }

function crossingsOf(points: readonly LassoPoint[], box: Box, perRow: number): Crossings {
  const lines = box.height * perRow
  const ends = new Uint32Array(lines + 1)
  eachCrossing(points, box, perRow, (line) => {
    ends[line + 1]++
  })
  for (let line = 0; line < lines; line++) ends[line + 1] += ends[line]
  const found = new Float64Array(ends[lines])
  const next = ends.slice()
  eachCrossing(points, box, perRow, (line, x) => {
    found[next[line]++] = x
  })
  return { count: found.length, on: (line) => found.subarray(ends[line], ends[line + 1]) }
}

function eachCrossing(
  points: readonly LassoPoint[],
  box: Box,
  perRow: number,
  visit: (line: number, x: number) => void,
): void {
  const lineAt = (y: number) => (y - box.y) * perRow - 0.5
  for (const [i, to] of points.entries()) {
    const from = points.at(i - 1) ?? to
    const [upper, lower] = from[1] < to[1] ? [from, to] : [to, from]
    const first = Math.max(0, Math.ceil(lineAt(upper[1])))
    const end = Math.min(box.height * perRow, Math.ceil(lineAt(lower[1])))
    const slope = (lower[0] - upper[0]) / (lower[1] - upper[1])
    for (let line = first; line < end; line++) {
      const y = box.y + (line + 0.5) / perRow
      visit(line, upper[0] + (y - upper[1]) * slope - box.x)
    }
  }
}

/** Adds to each pixel its overlap with the span from `from` to `to`. */
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
