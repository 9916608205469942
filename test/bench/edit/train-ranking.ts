import { type RankingWeights, scoreOf } from '#engine/clicks/rank-regions.ts'
import { candidateTraits } from '#engine/clicks/region-traits.ts'
import type { RankingSample } from './ranking-samples.ts'
import { repeatableRandom } from './simulate-clicks.ts'

export type TrainingOptions = {
  readonly hidden: number
  readonly epochs: number
  readonly batch: number
  readonly rate: number
  readonly weightDecay: number
}

const row = candidateTraits + 1

/**
 * Weights by which the candidate of the highest score mends as much as possible: gradient ascent on the expected gain
 * where a candidate is drawn with the softmax of the scores. Adam with decoupled weight decay (Loshchilov & Hutter 2019).
 */
export function trainRanking(
  samples: readonly RankingSample[],
  { hidden, epochs, batch, rate, weightDecay }: TrainingOptions,
  random: () => number,
): RankingWeights {
  // The hidden layer row by row, then the output layer.
  const outputAt = hidden * row
  const weights = Float64Array.from(
    { length: outputAt + hidden },
    (_, i) => (random() - 0.5) * (i < outputAt ? 0.6 : 1),
  )
  const gradient = new Float64Array(weights.length)
  const mean = new Float64Array(weights.length)
  const square = new Float64Array(weights.length)
  const steps = Math.ceil((epochs * samples.length) / batch)
  for (let step = 1; step <= steps; step++) {
    gradient.fill(0)
    for (let i = 0; i < batch; i++) {
      const sample = samples[Math.floor(random() * samples.length)]
      if (sample) addGradient(weights, hidden, sample, gradient)
    }
    const stepRate = (rate * (1 + Math.cos((Math.PI * step) / steps))) / 2
    for (let i = 0; i < weights.length; i++) {
      const slope = (gradient[i] ?? 0) / batch
      mean[i] = 0.9 * (mean[i] ?? 0) + 0.1 * slope
      square[i] = 0.999 * (square[i] ?? 0) + 0.001 * slope * slope
      const ascent =
        (mean[i] ?? 0) / (1 - 0.9 ** step) / (Math.sqrt((square[i] ?? 0) / (1 - 0.999 ** step)) + 1e-8)
      weights[i] = (weights[i] ?? 0) + stepRate * (ascent - weightDecay * (weights[i] ?? 0))
    }
  }
  const rounded = Array.from(weights, (weight) => Math.round(weight * 100) / 100)
  return {
    hidden: Array.from({ length: hidden }, (_, unit) => rounded.slice(unit * row, (unit + 1) * row)),
    output: rounded.slice(outputAt),
  }
}

/** Several trainings as one network whose score is the sum of theirs, which errs less than each. */
export function trainEnsemble(
  samples: readonly RankingSample[],
  options: TrainingOptions,
  seeds: readonly number[],
): RankingWeights {
  const members = seeds.map((seed) => trainRanking(samples, options, repeatableRandom(seed)))
  return {
    hidden: members.flatMap(({ hidden }) => hidden),
    output: members.flatMap(({ output }) => output),
  }
}

/** Adds the gradient of the expected gain of one click. */
function addGradient(
  weights: Float64Array,
  hidden: number,
  { traits, gains }: RankingSample,
  gradient: Float64Array,
): void {
  const outputAt = hidden * row
  const activations = traits.map((values) =>
    Float64Array.from({ length: hidden }, (_, unit) => {
      let sum = weights[unit * row + candidateTraits] ?? 0
      for (let i = 0; i < candidateTraits; i++) sum += (weights[unit * row + i] ?? 0) * (values[i] ?? 0)
      return Math.max(0, sum)
    }),
  )
  const scores = activations.map((units) =>
    units.reduce((sum, unit, i) => sum + unit * (weights[outputAt + i] ?? 0), 0),
  )
  const highest = Math.max(...scores)
  const odds = scores.map((score) => Math.exp(score - highest))
  const total = odds.reduce((sum, odd) => sum + odd, 0)
  const expected = odds.reduce((sum, odd, i) => sum + (odd / total) * (gains[i] ?? 0), 0)
  for (const [candidate, units] of activations.entries()) {
    const slope = ((odds[candidate] ?? 0) / total) * ((gains[candidate] ?? 0) - expected)
    if (Math.abs(slope) < 1e-8) continue
    const values = traits[candidate]
    for (const [unit, activation] of units.entries()) {
      if (activation === 0 || !values) continue
      gradient[outputAt + unit] = (gradient[outputAt + unit] ?? 0) + slope * activation
      const inner = slope * (weights[outputAt + unit] ?? 0)
      const at = unit * row
      for (let i = 0; i < candidateTraits; i++)
        gradient[at + i] = (gradient[at + i] ?? 0) + inner * (values[i] ?? 0)
      gradient[at + candidateTraits] = (gradient[at + candidateTraits] ?? 0) + inner
    }
  }
}

/** The mean gain of the candidates that the weights choose. */
export const meanGain = (samples: readonly RankingSample[], weights: RankingWeights): number =>
  samples.reduce((sum, { traits, gains }) => {
    const scores = traits.map((values) => scoreOf(values, weights))
    return sum + (gains[scores.indexOf(Math.max(...scores))] ?? 0)
  }, 0) / samples.length

/** The mean gain if the best candidate were always chosen. */
export const bestMeanGain = (samples: readonly RankingSample[]): number =>
  samples.reduce((sum, { gains }) => sum + Math.max(...gains), 0) / samples.length
