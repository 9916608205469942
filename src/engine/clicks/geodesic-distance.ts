import type { Size } from '#base/geometry.ts'

/** A grid with the lengths of all steps between neighbouring cells: to the right, and to the three cells below. */
export type StepLengths = Size & {
  readonly right: Float32Array
  readonly below: Float32Array
  readonly belowRight: Float32Array
  readonly belowLeft: Float32Array
}

/** A plane of values, and how much longer a difference of 1 in it makes a step. */
export type PricedPlane = { readonly data: Float32Array; readonly price: number }

/** Steps of 1 (sqrt 2 along diagonals) times (1 + the priced differences of both ends + the mean of both tolls). */
export function stepLengths(
  { width, height }: Size,
  planes: readonly PricedPlane[],
  tolls?: Float32Array,
): StepLengths {
  const pixels = width * height
  const lengthsTo = (offset: number, length: number): Float32Array => {
    const lengths = new Float32Array(pixels).fill(length)
    const end = pixels - offset
    for (const { data, price } of planes) {
      for (let i = 0; i < end; i++) lengths[i] += length * price * Math.abs(data[i] - data[i + offset])
    }
    if (tolls) for (let i = 0; i < end; i++) lengths[i] += (length * (tolls[i] + tolls[i + offset])) / 2
    return lengths
  }
  return {
    width,
    height,
    right: lengthsTo(1, 1),
    below: lengthsTo(width, 1),
    belowRight: lengthsTo(width + 1, Math.SQRT2),
    belowLeft: lengthsTo(width - 1, Math.SQRT2),
  }
}

/**
 * Geodesic distance of every cell from `seed`: the length of the shortest path over the grid, so that paths
 * shun edges (Bai & Sapiro, _A Geodesic Framework for Fast Interactive Image and Video Segmentation and Matting_, ICCV
 * 2007). Paths stay on cells where `passable` is 1. What lies beyond `limit` is at `limit`. By Dijkstra's algorithm over 8 neighbours, with buckets of length 1.
 */
export function geodesicDistances(
  { width, height, right, below, belowRight, belowLeft }: StepLengths,
  seed: number,
  passable: Uint8Array,
  limit: number,
): Float32Array {
  const distances = new Float32Array(width * height).fill(limit)
  const buckets: number[][] = Array.from({ length: Math.ceil(limit) + 1 }, () => [])
  const reach = (to: number, exact: number) => {
    // Rounded as it will be stored: a distance below its own rounding would reach the same cell again and again.
    const distance = Math.fround(exact)
    if (distance >= distances[to] || !passable[to]) return
    distances[to] = distance
    buckets[Math.floor(distance)].push(to)
  }
  distances[seed] = 0
  buckets[0].push(seed)
  for (let level = 0; level < buckets.length; level++) {
    // A short step may end in the bucket that is being emptied, so it grows while it is read.
    const bucket = buckets[level]
    for (let at = 0; at < bucket.length; at++) {
      const cell = bucket[at]
      const distance = distances[cell]
      if (distance < level) continue
      const x = cell % width
      const hasLeft = x > 0
      const hasRight = x < width - 1
      if (hasLeft) reach(cell - 1, distance + right[cell - 1])
      if (hasRight) reach(cell + 1, distance + right[cell])
      if (cell >= width) {
        reach(cell - width, distance + below[cell - width])
        if (hasLeft) reach(cell - width - 1, distance + belowRight[cell - width - 1])
        if (hasRight) reach(cell - width + 1, distance + belowLeft[cell - width + 1])
      }
      if (cell < width * (height - 1)) {
        reach(cell + width, distance + below[cell])
        if (hasRight) reach(cell + width + 1, distance + belowRight[cell])
        if (hasLeft) reach(cell + width - 1, distance + belowLeft[cell])
      }
    }
    // Emptied buckets are not needed again, and many cells pass through several.
    bucket.length = 0
  }
  return distances
}
