import { toClickGrid } from '#engine/clicks/click-grid.ts'
import type { TwoLayerNetwork } from '#engine/clicks/two-layer-network.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { type ClickSamples, clickSamples } from './ranking-samples.ts'
import { trainLikelihood } from './train-likelihood.ts'
import type { TrainingOptions } from './train-network.ts'
import { bestMeanGain, meanGain, trainRanking } from './train-ranking.ts'
import type { TrainingScene } from './training-scenes.ts'

const likelihoodOptions: TrainingOptions = {
  hidden: 16,
  epochs: 12,
  batch: 8,
  rate: 0.01,
  weightDecay: 0.005,
}
const rankingOptions: TrainingOptions = { hidden: 12, epochs: 16, batch: 8, rate: 0.01, weightDecay: 0.02 }
const seeds = [1, 2, 3]
const folds = 4

/** A click of which no candidate mends more than this teaches nothing. */
const leastGain = 0.005
/** How often the clicks of a scene count: the network's own errors are rarer, and more like those to mend. */
const countOf = (isNatural: boolean): number => (isNatural ? 2 : 1)

/**
 * The networks of likelihoods and of the ranking. Ranked are candidates that grew by the likelihoods of a network which
 * has not seen their photo, as it will be on the photos of people.
 */
export function fitNetworks(
  scenes: readonly TrainingScene[],
  log: (line: string) => void,
): { readonly likelihood: TwoLayerNetwork; readonly ranking: TwoLayerNetwork } {
  const first = scenes.map((scene, index) => samplesOf(scene, index).likelihoods)
  const likelihood = trainLikelihood(first.flat(), likelihoodOptions)
  const strangers = Array.from({ length: folds }, (_, fold) =>
    trainLikelihood(first.filter((_, index) => index % folds !== fold).flat(), likelihoodOptions),
  )
  log(`trained on ${first.flat().length} clicks for likelihoods`)
  const photos = scenes.map((scene, index) => {
    const { rankings } = samplesOf(scene, index, strangers[index % folds])
    const telling = rankings.filter(({ gains }) => Math.max(...gains) > leastGain)
    return Array.from({ length: countOf(scene.isNatural) }, () => telling).flat()
  })
  for (let fold = 0; fold < folds; fold++) {
    const others = photos.filter((_, index) => index % folds !== fold).flat()
    const left = photos.filter((_, index) => index % folds === fold).flat()
    const ranking = trainRanking(others, rankingOptions, seeds)
    const [known, unknown, best] = [meanGain(others, ranking), meanGain(left, ranking), bestMeanGain(left)]
    log(`gain on known photos ${known.toFixed(3)}, left out ${unknown.toFixed(3)} of ${best.toFixed(3)}`)
  }
  return { likelihood, ranking: trainRanking(photos.flat(), rankingOptions, seeds) }
}

function samplesOf(
  { cases, features }: TrainingScene,
  index: number,
  likelihood?: TwoLayerNetwork,
): ClickSamples {
  const random = seededRandom(index)
  const sets = cases.flatMap((scene) => {
    const grid = toClickGrid(scene.picture, scene.matte, features)
    return [
      clickSamples(scene, grid, false, random, likelihood),
      clickSamples(scene, grid, true, random, likelihood),
      // Without features as well, so that the weights do not rest on them alone.
      clickSamples(scene, toClickGrid(scene.picture, scene.matte, []), false, random, likelihood),
    ]
  })
  return {
    rankings: sets.flatMap(({ rankings }) => rankings),
    likelihoods: sets.flatMap(({ likelihoods }) => likelihoods),
  }
}
