import type { Raster } from '#engine/raster.ts'

/** What one step between neighbours costs beside its length, per unit of colour difference (0 to 1). */
const colorWeight = 120

/**
 * Geodesic distance of every pixel from the nearest seed: the length of the shortest path over the picture, where a
 * step costs its length times (1 + `colorWeight` x the difference of colour), so that paths shun edges (Bai & Sapiro,
 * _A Geodesic Framework for Fast Interactive Image and Video Segmentation and Matting_, ICCV 2007). In pixels of
 * `picture`; `limit` ends the search: what lies farther is Infinity. By Dijkstra's algorithm over 8 neighbours.
 */
export function geodesicDistances(picture: Raster, seeds: readonly number[], limit: number): Float32Array {
  const { width, height } = picture
  const distances = new Float32Array(width * height).fill(Number.POSITIVE_INFINITY)
  const buckets: number[][] = [[...seeds]]
  for (const seed of seeds) distances[seed] = 0
  const reach = (from: number, to: number, length: number) => {
    const distance = distances[from] + length * (1 + colorWeight * colorDifference(picture.data, from, to))
    if (distance >= distances[to] || distance > limit) return
    distances[to] = distance
    const bucket = Math.floor(distance)
    while (buckets.length <= bucket) buckets.push([])
    buckets[bucket].push(to)
  }
  // Steps of less than a bucket may reach the bucket that is being emptied, so it is walked by index.
  for (let level = 0; level < buckets.length; level++) {
    const bucket = buckets[level]
    for (let at = 0; at < bucket.length; at++) {
      const pixel = bucket[at]
      if (Math.floor(distances[pixel]) < level) continue
      const x = pixel % width
      const y = (pixel - x) / width
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
          if (u === x && v === y) continue
          reach(pixel, v * width + u, u === x || v === y ? 1 : Math.SQRT2)
        }
      }
    }
  }
  return distances
}

/** Euclidean distance of two colours, 0 to 1. */
const colorDifference = (data: Uint8ClampedArray, one: number, other: number): number =>
  Math.hypot(
    data[one * 4] - data[other * 4],
    data[one * 4 + 1] - data[other * 4 + 1],
    data[one * 4 + 2] - data[other * 4 + 2],
  ) /
  (255 * Math.sqrt(3))
