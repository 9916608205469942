import { networkOutput, type TwoLayerNetwork } from '#engine/clicks/two-layer-network.ts'
import { seededRandom } from '#support/seeded-random.ts'
import type { RankingSample } from './ranking-samples.ts'
import { type TrainingOptions, trainNetwork } from './train-network.ts'

/**
 * Weights by which the candidate of the highest score mends as much as possible: the expected gain, where a candidate
 * is drawn with the softmax of the scores, is made large. Several trainings make one network whose score is the sum of
 * theirs, which errs less than each.
 */
export function trainRanking(
  samples: readonly RankingSample[],
  options: TrainingOptions,
  seeds: readonly number[],
): TwoLayerNetwork {
  const members = seeds.map((seed) => trainNetwork(samples, gainSlopes, options, seededRandom(seed)))
  return {
    hidden: members.flatMap(({ hidden }) => hidden),
    output: members.flatMap(({ output }) => output),
  }
}

function gainSlopes({ gains }: RankingSample, scores: readonly number[]): readonly number[] {
  const highest = Math.max(...scores)
  const odds = scores.map((score) => Math.exp(score - highest))
  const total = odds.reduce((sum, odd) => sum + odd, 0)
  const expected = odds.reduce((sum, odd, i) => sum + (odd / total) * (gains[i] ?? 0), 0)
  return odds.map((odd, i) => (odd / total) * ((gains[i] ?? 0) - expected))
}

/** The mean gain of the candidates that the network chooses. */
export const meanGain = (samples: readonly RankingSample[], network: TwoLayerNetwork): number =>
  samples.reduce((sum, { traits, gains }) => {
    const scores = traits.map((values) => networkOutput(network, values))
    return sum + (gains[scores.indexOf(Math.max(...scores))] ?? 0)
  }, 0) / samples.length

/** The mean gain if the best candidate were always chosen. */
export const bestMeanGain = (samples: readonly RankingSample[]): number =>
  samples.reduce((sum, { gains }) => sum + Math.max(...gains), 0) / samples.length
