import type { RegionCandidate } from './grow-regions.ts'
import { candidateTraits } from './region-traits.ts'

/** A network of one hidden layer: rows of `hidden` hold a weight for each trait and then a bias. */
export type RankingWeights = {
  readonly hidden: readonly (readonly number[])[]
  /** One weight for each row of `hidden`. */
  readonly output: readonly number[]
}

/** How much better a mask is expected to become by this region; only the order of the scores means something. */
export function scoreOf(traits: Float32Array, { hidden, output }: RankingWeights): number {
  let score = 0
  for (const [unit, row] of hidden.entries()) {
    let sum = row[candidateTraits]
    for (let i = 0; i < candidateTraits; i++) sum += row[i] * traits[i]
    if (sum > 0) score += sum * output[unit]
  }
  return score
}

/**
 * By how much a candidate's score rises for each e^3 of its area. From 0 to 2 the photos for choosing
 * need equally many clicks; with 5 the regions mend less.
 */
const sizePreference = 1
/** Index of the trait that tells the area. */
const areaTrait = 0

/** The candidate of the highest score; undefined where there is none. */
export function bestRegion(
  candidates: readonly RegionCandidate[],
  weights: RankingWeights,
): RegionCandidate | undefined {
  let best: RegionCandidate | undefined
  let highest = Number.NEGATIVE_INFINITY
  for (const candidate of candidates) {
    const { traits } = candidate
    const score = scoreOf(traits, weights) + sizePreference * traits[areaTrait]
    if (score > highest) {
      highest = score
      best = candidate
    }
  }
  return best
}
