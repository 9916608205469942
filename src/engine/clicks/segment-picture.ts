import type { Size } from '#base/geometry.ts'

/** The segment of each cell; segments are numbered from 0. */
export type Segments = Size & { readonly labels: Int32Array; readonly count: number }

/** Allowed difference within a segment beyond its edges, times its cells: k of the paper. */
const looseness = 0.1
/** Smaller segments are joined to the most similar neighbour. */
const minCells = 8
/**
 * Largest share of the grid for a segment, so that a weak edge does not join subject and background; a segment without
 * inner differences may be larger.
 */
const maxShare = 1 / 60
/** Number of quantisation steps for sorting differences up to 1. */
const steps = 1024

/**
 * Splits a grid into segments of even content with borders along edges: graph-based segmentation (Felzenszwalb &
 * Huttenlocher, _Efficient Graph-Based Image Segmentation_, IJCV 2004), with four neighbours and a largest size.
 * `difference` of two neighbouring cells is at least 0; from 1 it counts as 1.
 */
export function segmentPicture(
  { width, height }: Size,
  difference: (one: number, other: number) => number,
): Segments {
  const cells = width * height
  const edges = sortedEdges({ width, height }, difference)
  const parent = new Int32Array(cells).map((_, cell) => cell)
  const sizes = new Int32Array(cells).fill(1)
  const inner = new Float32Array(cells)
  const rootOf = (cell: number): number => {
    let root = cell
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]]
      root = parent[root]
    }
    return root
  }
  const most = Math.max(minCells, Math.round(cells * maxShare))
  const join = (a: number, b: number, weight: number) => {
    const [kept, joined] = sizes[a] >= sizes[b] ? [a, b] : [b, a]
    parent[joined] = kept
    sizes[kept] += sizes[joined]
    inner[kept] = Math.max(inner[a], inner[b], weight)
  }
  for (const isLast of [false, true]) {
    for (let i = 0; i < edges.from.length; i++) {
      const a = rootOf(edges.from[i])
      const b = rootOf(edges.to[i])
      if (a === b) continue
      const weight = edges.weights[i]
      const isEven =
        weight <= Math.min(inner[a] + looseness / sizes[a], inner[b] + looseness / sizes[b]) &&
        (weight === 0 || sizes[a] + sizes[b] <= most)
      if (isLast ? sizes[a] < minCells || sizes[b] < minCells : isEven) join(a, b, weight)
    }
  }
  return { width, height, ...numbered(parent, rootOf) }
}

/** The edges between neighbours, sorted by difference with counting sort. */
function sortedEdges({ width, height }: Size, difference: (one: number, other: number) => number) {
  const all = (width - 1) * height + width * (height - 1)
  const [starts, ends] = [new Int32Array(all), new Int32Array(all)]
  const differences = new Float32Array(all)
  const counts = new Int32Array(steps + 2)
  let at = 0
  const add = (from: number, to: number) => {
    const weight = Math.min(1, difference(from, to))
    starts[at] = from
    ends[at] = to
    differences[at++] = weight
    counts[Math.floor(weight * steps) + 1]++
  }
  for (let y = 0, cell = 0; y < height; y++) {
    for (let x = 0; x < width; x++, cell++) {
      if (x + 1 < width) add(cell, cell + 1)
      if (y + 1 < height) add(cell, cell + width)
    }
  }
  for (let step = 1; step < counts.length; step++) counts[step] += counts[step - 1]
  const [from, to, weights] = [new Int32Array(all), new Int32Array(all), new Float32Array(all)]
  for (let i = 0; i < all; i++) {
    const place = counts[Math.floor(differences[i] * steps)]++
    from[place] = starts[i]
    to[place] = ends[i]
    weights[place] = differences[i]
  }
  return { from, to, weights }
}

function numbered(parent: Int32Array, rootOf: (cell: number) => number) {
  const labels = new Int32Array(parent.length)
  const numbers = new Int32Array(parent.length).fill(-1)
  let count = 0
  for (let cell = 0; cell < parent.length; cell++) {
    const root = rootOf(cell)
    if (numbers[root] < 0) numbers[root] = count++
    labels[cell] = numbers[root]
  }
  return { labels, count }
}
