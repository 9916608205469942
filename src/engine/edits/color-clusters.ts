import type { Raster } from '#engine/raster.ts'

/** Cluster colours from 0 to 255: red, green, blue and variance of cluster 0, then of cluster 1, … */
type ColorClusters = { readonly count: number; readonly data: Float32Array }

/** Numbers per cluster. */
const clusterStride = 4

/** Maximum of pixels sampled. */
const maxSamples = 600
const rounds = 5
/** Smallest variance of a cluster: noise and JPEG spread even one colour. */
const minVariance = 36

/**
 * The main colours of pixels of a picture: k-means (Lloyd 1982), started at distant pixels (Gonzalez 1985), so that the
 * result is deterministic. `pixels` are indices; fewer distinct colours give fewer clusters.
 */
export function clusterColors({ data }: Raster, pixels: readonly number[], most: number): ColorClusters {
  const step = Math.max(1, pixels.length / maxSamples)
  const samples = Array.from(
    { length: Math.ceil(pixels.length / step) },
    (_, i) => pixels[Math.floor(i * step)] * 4,
  )
  const clusters = farthestColors(data, samples, most)
  const nearest = new Uint8Array(samples.length)
  for (let round = 0; round < rounds; round++) {
    for (const [i, at] of samples.entries()) nearest[i] = nearestCluster(clusters, data, at)
    moveToMeans(clusters, data, samples, nearest)
  }
  return clusters
}

/** Squared distance of a pixel's colour to the nearest cluster, in its standard deviations. */
export function squaredDistance(
  { count, data: clusters }: ColorClusters,
  data: Uint8ClampedArray,
  at: number,
): number {
  let least = Number.POSITIVE_INFINITY
  for (let c = 0; c < count * clusterStride; c += clusterStride) {
    const squared = colorDistance(clusters, c, data, at) / clusters[c + 3]
    if (squared < least) least = squared
  }
  return least
}

function farthestColors(data: Uint8ClampedArray, samples: readonly number[], most: number): ColorClusters {
  const clusters = new Float32Array(most * clusterStride)
  const distances = new Float32Array(samples.length).fill(Number.POSITIVE_INFINITY)
  let count = 0
  let next = 0
  while (count < Math.min(most, samples.length)) {
    const at = samples[next]
    const c = count * clusterStride
    clusters.set([data[at], data[at + 1], data[at + 2], minVariance], c)
    count++
    next = 0
    for (const [i, sample] of samples.entries()) {
      distances[i] = Math.min(distances[i], colorDistance(clusters, c, data, sample))
      if (distances[i] > distances[next]) next = i
    }
    if (distances[next] < minVariance) break
  }
  return { count, data: clusters }
}

const nearestCluster = (
  { count, data: clusters }: ColorClusters,
  data: Uint8ClampedArray,
  at: number,
): number => {
  let nearest = 0
  let least = Number.POSITIVE_INFINITY
  for (let c = 0; c < count; c++) {
    const distance = colorDistance(clusters, c * clusterStride, data, at)
    if (distance >= least) continue
    least = distance
    nearest = c
  }
  return nearest
}

/** Moves each cluster to the mean of its pixels, with their mean variance per channel. */
function moveToMeans(
  { count, data: clusters }: ColorClusters,
  data: Uint8ClampedArray,
  samples: readonly number[],
  nearest: Uint8Array,
): void {
  for (let c = 0; c < count; c++) {
    const sums = [0, 0, 0]
    let squares = 0
    let members = 0
    for (const [i, at] of samples.entries()) {
      if (nearest[i] !== c) continue
      members++
      for (let channel = 0; channel < 3; channel++) {
        const value = data[at + channel]
        sums[channel] += value
        squares += value * value
      }
    }
    if (members === 0) continue
    const means = sums.map((total) => total / members)
    const spread = squares / members - means.reduce((total, mean) => total + mean * mean, 0)
    clusters.set([...means, Math.max(minVariance, spread / 3)], c * clusterStride)
  }
}

const colorDistance = (clusters: Float32Array, c: number, data: Uint8ClampedArray, at: number): number => {
  const red = data[at] - clusters[c]
  const green = data[at + 1] - clusters[c + 1]
  const blue = data[at + 2] - clusters[c + 2]
  return red * red + green * green + blue * blue
}
