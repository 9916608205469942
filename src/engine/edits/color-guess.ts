import type { Raster } from '#engine/raster.ts'
import { type ColorClusters, clusterStride } from './color-clusters.ts'

/** What the colour of each pixel says of its alpha, and how sure that is, both from 0 to 1. */
export type ColorGuess = { readonly guess: Float32Array; readonly trust: Float32Array }

/** Squared difference of colour, 0 to 255, at which a mixture counts as badly explained. */
const poorMix = 150
/** Squared difference of two colours at which they tell subject from background well. */
const wellApart = 40 ** 2

/**
 * For each pixel of `where` the two colours, one of the subject and one of the background, whose mixture comes nearest
 * to its own, and the subject's share of it (Wang & Cohen, _Optimized Color Sampling for Robust Matting_, CVPR 2007).
 * Trust falls where no mixture explains the colour, and where the two colours are alike.
 */
export function guessByColor(
  { data }: Raster,
  where: Uint8Array,
  front: ColorClusters,
  back: ColorClusters,
): ColorGuess {
  const guess = new Float32Array(where.length)
  const trust = new Float32Array(where.length)
  const ends = front.count * clusterStride
  const backEnds = back.count * clusterStride
  for (let i = 0, at = 0; i < where.length; i++, at += 4) {
    if (where[i] === 0) continue
    let least = Number.POSITIVE_INFINITY
    for (let f = 0; f < ends; f += clusterStride) {
      for (let b = 0; b < backEnds; b += clusterStride) {
        const fr = front.data[f] - back.data[b]
        const fg = front.data[f + 1] - back.data[b + 1]
        const fb = front.data[f + 2] - back.data[b + 2]
        const r = data[at] - back.data[b]
        const g = data[at + 1] - back.data[b + 1]
        const bl = data[at + 2] - back.data[b + 2]
        const apart = fr * fr + fg * fg + fb * fb + 1
        const share = Math.min(1, Math.max(0, (r * fr + g * fg + bl * fb) / apart))
        const er = r - share * fr
        const eg = g - share * fg
        const eb = bl - share * fb
        const error = er * er + eg * eg + eb * eb + pairCost / apart
        if (error >= least) continue
        least = error
        guess[i] = share
        trust[i] = Math.exp(-error / poorMix) * (apart / (apart + wellApart))
      }
    }
  }
  return { guess, trust }
}

/** Prefers, among mixtures that explain a colour alike, colours that lie apart. */
const pairCost = 2000
