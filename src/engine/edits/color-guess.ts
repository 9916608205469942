import type { Size } from '#base/geometry.ts'
import { sumBoxes } from '#engine/box-sums.ts'
import type { Raster } from '#engine/raster.ts'

/** Alpha guessed from each pixel's colour, and its reliability; both 0 to 1. */
type ColorGuess = { readonly guess: Float32Array; readonly trust: Float32Array }

/** Pixels that are fully subject and fully background (1). */
type KnownPixels = { readonly subject: Uint8Array; readonly background: Uint8Array }

/** Parameters of colour comparison. */
export type ColorComparison = {
  /** Squared colour difference, of 255 per channel, at which a mixture explains a pixel badly. */
  readonly poorMixture: number
  /** A sample's colour is the mean of known pixels within this radius; 0: of itself. */
  readonly sampleRadius: number
}

/** Multiple of a bad mixture's difference from which its weight is near 0. */
const hopelessFactor = 10
/** Squared difference at which two colours are half distinct enough for a mixture. */
const halfApart = 40 ** 2
/** Error added per pixel of distance to a sample. */
const errorPerPixel = 1
/** Standard deviation of the samples' alphas at which the trust is 0. */
const maxSpread = 0.25

/** Directions of the search for samples. */
const directions = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
] as const

/**
 * Guesses alpha from nearby known pixels (Gastal & Oliveira, _Shared Sampling for Real-Time Alpha Matting_,
 * Eurographics 2010). The nearest known pixels in eight directions give pairs of a subject and a background colour;
 * each pair gives the alpha of the mixture nearest to the pixel's colour. The guess is the mean over pairs, weighted by
 * how well they explain the colour. Trust is low if no pair explains it, if a pair's colours are alike, or if pairs
 * disagree. Both are 0 outside `where`.
 */
export function guessByColor(
  picture: Raster,
  where: Uint8Array,
  known: KnownPixels,
  { poorMixture, sampleRadius }: ColorComparison,
): ColorGuess {
  const hopeless = hopelessFactor * poorMixture
  const { data } = picture
  const guess = new Float32Array(where.length)
  const trust = new Float32Array(where.length)
  const fronts = meanColors(picture, known.subject, sampleRadius)
  const backs = meanColors(picture, known.background, sampleRadius)
  const subjects = directions.map((direction) => nearestAlong(picture, known.subject, direction))
  const backgrounds = directions.map((direction) => nearestAlong(picture, known.background, direction))
  for (let i = 0, at = 0; i < where.length; i++, at += 4) {
    if (where[i] === 0) continue
    let sum = 0
    let squares = 0
    let weights = 0
    let most = 0
    for (const subject of subjects) {
      const f = subject.pixels[i] * 4
      if (f < 0) continue
      for (const background of backgrounds) {
        const b = background.pixels[i] * 4
        if (b < 0) continue
        const red = fronts[f] - backs[b]
        const green = fronts[f + 1] - backs[b + 1]
        const blue = fronts[f + 2] - backs[b + 2]
        const ownRed = data[at] - backs[b]
        const ownGreen = data[at + 1] - backs[b + 1]
        const ownBlue = data[at + 2] - backs[b + 2]
        const apart = red * red + green * green + blue * blue + 1
        const along = (ownRed * red + ownGreen * green + ownBlue * blue) / apart
        const share = Math.min(1, Math.max(0, along))
        const errorRed = ownRed - share * red
        const errorGreen = ownGreen - share * green
        const errorBlue = ownBlue - share * blue
        const error =
          errorRed * errorRed +
          errorGreen * errorGreen +
          errorBlue * errorBlue +
          errorPerPixel * (subject.distances[i] + background.distances[i])
        if (error > hopeless) continue
        const weight = (Math.exp(-error / poorMixture) * apart) / (apart + halfApart)
        sum += weight * share
        squares += weight * share * share
        weights += weight
        if (weight > most) most = weight
      }
    }
    if (weights < 1e-6) continue
    const mean = sum / weights
    const spread = Math.sqrt(Math.max(0, squares / weights - mean * mean))
    guess[i] = mean
    trust[i] = most * Math.max(0, 1 - spread / maxSpread)
  }
  return { guess, trust }
}

/** For each known pixel, mean red, green and blue of the known pixels around it; four numbers apart. */
function meanColors({ width, height, data }: Raster, isKnown: Uint8Array, radius: number): Float32Array {
  const means = new Float32Array(data.length)
  const scratch = new Float32Array(isKnown.length)
  const sumAround = (plane: Float32Array) => {
    sumBoxes(plane, { width, height }, radius, scratch)
    return plane
  }
  const counts = sumAround(Float32Array.from(isKnown))
  const plane = new Float32Array(isKnown.length)
  for (let c = 0; c < 3; c++) {
    for (let i = 0; i < plane.length; i++) plane[i] = isKnown[i] === 1 ? data[i * 4 + c] : 0
    sumAround(plane)
    for (let i = 0; i < plane.length; i++) if (isKnown[i] === 1) means[i * 4 + c] = plane[i] / counts[i]
  }
  return means
}

/** For each pixel, the nearest known one against `direction`, -1 if none, and its distance. */
function nearestAlong(
  { width, height }: Size,
  isKnown: Uint8Array,
  [dx, dy]: (typeof directions)[number],
): { readonly pixels: Int32Array; readonly distances: Float32Array } {
  const pixels = new Int32Array(isKnown.length).fill(-1)
  const distances = new Float32Array(isKnown.length)
  const step = Math.hypot(dx, dy)
  for (let row = 0; row < height; row++) {
    const y = dy < 0 ? height - 1 - row : row
    for (let column = 0; column < width; column++) {
      const x = dx < 0 ? width - 1 - column : column
      const at = y * width + x
      if (isKnown[at] === 1) {
        pixels[at] = at
        continue
      }
      const u = x - dx
      const v = y - dy
      if (u < 0 || v < 0 || u >= width || v >= height) continue
      pixels[at] = pixels[v * width + u]
      distances[at] = distances[v * width + u] + step
    }
  }
  return { pixels, distances }
}
