import type { Size } from '#base/geometry.ts'
import { blurPlane } from '#engine/box-sums.ts'

/** Standard deviation of the smoothing Gaussian, relative to the longer side. */
const groundSigma = 0.09
/** Number of iterations. */
const rounds = 3
/** A pixel is in shadow if darker than the ground by this share and by so many deviations of the ground. */
const leastDarkness = 0.04
const noiseDeviations = 2.5
const mostNoise = 0.25
/** Weight of shadow pixels in the mean. */
const shadowWeight = 0.003

/** The ground without shadow. */
type GroundInLight = {
  readonly lit: Channels
  /** Luma of the photo and of `lit`; 0 to 255. */
  readonly luma: Float32Array
  readonly litLuma: Float32Array
  /** Usual relative deviation of the ground from its smooth mean. */
  readonly noise: number
  /** Darkness from which a pixel cannot be the ground itself. */
  readonly threshold: number
}

/**
 * Estimates the ground without shadow where `known` is 1: a smooth mean of the surrounding pixels that are not darker
 * (normalised convolution: Knutsson & Westin, CVPR 1993), selected again in each round (reweighting, as Eilers &
 * Boelens find baselines, 2005).
 */
export function groundInLight(scene: Size, known: Float32Array, seen: Channels): GroundInLight {
  const luma = lumaOf(seen)
  const sigma = groundSigma * Math.max(scene.width, scene.height)
  const ratios = new Float32Array(known.length)
  let lit = seen
  let litLuma = luma
  let weights = known
  let noise = 0
  let threshold = leastDarkness
  for (let round = 0; round < rounds; round++) {
    const counts = weights.slice()
    blurPlane(counts, scene, sigma)
    lit = seen.map((plane) => smoothOver(plane, weights, scene, sigma, counts))
    litLuma = lumaOf(lit)
    for (let i = 0; i < ratios.length; i++) ratios[i] = luma[i] / Math.max(1, litLuma[i])
    noise = deviation(ratios, weights)
    threshold = Math.max(leastDarkness, Math.min(mostNoise, noiseDeviations * noise))
    weights = known.slice()
    for (let i = 0; i < ratios.length; i++)
      if (weights[i] > 0 && ratios[i] < 1 - threshold) weights[i] = shadowWeight
  }
  return { lit, luma, litLuma, noise, threshold }
}

const steps = 1000

/** Usual difference from 1 of fully weighted values: 1.48 times the median of differences (Hampel 1974). */
function deviation(values: Float32Array, weights: Float32Array): number {
  // Counting sort: a full sort would double the time.
  const counts = new Uint32Array(steps + 1)
  let all = 0
  for (let i = 0; i < values.length; i++) {
    if (weights[i] !== 1) continue
    counts[Math.min(steps, Math.round(Math.abs(values[i] - 1) * steps))]++
    all++
  }
  let median = 0
  for (let below = counts[0]; below * 2 < all; below += counts[median]) median++
  return (1.48 * median) / steps
}

/** The Gaussian mean of surrounding values weighted by `weights`, whose own mean is `counts`; 0 where that is 0. */
export function smoothOver(
  values: Float32Array,
  weights: Float32Array,
  size: Size,
  sigma: number,
  counts: Float32Array,
): Float32Array {
  const sums = values.slice()
  for (let i = 0; i < sums.length; i++) sums[i] *= weights[i]
  blurPlane(sums, size, sigma)
  for (let i = 0; i < sums.length; i++) sums[i] = counts[i] > 1e-6 ? sums[i] / counts[i] : 0
  return sums
}

/** Red, green and blue, 0 to 255. */
type Channels = readonly Float32Array[]

export const channelsOf = (pixels: Uint8ClampedArray): Channels =>
  [0, 1, 2].map((channel) => {
    const plane = new Float32Array(pixels.length / 4)
    for (let i = 0; i < plane.length; i++) plane[i] = pixels[i * 4 + channel]
    return plane
  })

/** Luma of Rec. 709. */
function lumaOf([red, green, blue]: Channels): Float32Array {
  const luma = new Float32Array(red.length)
  for (let i = 0; i < luma.length; i++) luma[i] = 0.2126 * red[i] + 0.7152 * green[i] + 0.0722 * blue[i]
  return luma
}

/** The largest difference between two pictures in a channel's share of colour. */
export function chromaDifference(one: Channels, other: Channels, i: number): number {
  const sum = one[0][i] + one[1][i] + one[2][i] || 1
  const otherSum = other[0][i] + other[1][i] + other[2][i] || 1
  let most = 0
  for (let channel = 0; channel < 3; channel++)
    most = Math.max(most, Math.abs(one[channel][i] / sum - other[channel][i] / otherSum))
  return most
}
