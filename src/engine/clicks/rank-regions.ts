import { candidateTraits, type RegionCandidate } from './grow-regions.ts'

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

/** The candidate of the highest score; undefined where there is none. */
export function bestRegion(
  candidates: readonly RegionCandidate[],
  weights: RankingWeights,
): RegionCandidate | undefined {
  let best: RegionCandidate | undefined
  let highest = Number.NEGATIVE_INFINITY
  for (const candidate of candidates) {
    const score = scoreOf(candidate.traits, weights)
    if (score > highest) {
      highest = score
      best = candidate
    }
  }
  return best
}
