import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RankingSample, rankingSamples } from './ranking-samples.ts'
import { repeatableRandom } from './simulate-clicks.ts'
import { bestMeanGain, meanGain, trainEnsemble } from './train-ranking.ts'
import { trainingScenes } from './training-scenes.ts'

/**
 * Chooses the weights by which regions of clicks are ranked, on the photos of the folder that `TRAINING_PHOTOS` names
 * (see `trainingScenes`), prints what they gain on photos left out, and writes src/engine/clicks/ranking-weights.ts.
 * `SCENES` is how many photos are looked at.
 */
const options = { hidden: 12, epochs: 16, batch: 8, rate: 0.01, weightDecay: 0.02 }
const seeds = [1, 2, 3]
const folds = 4

/** A click of which no candidate mends more than this teaches nothing. */
const leastGain = 0.005
/** How often the clicks of a scene count: the network's own errors are rarer, and more like those to mend. */
const countOf = (isNatural: boolean): number => (isNatural ? 2 : 1)

async function samplesByPhoto(folder: string, count: number): Promise<RankingSample[][]> {
  const photos: RankingSample[][] = []
  for await (const { cases, features, isNatural } of trainingScenes(folder, count)) {
    const random = repeatableRandom(photos.length)
    const samples = cases.flatMap((scene) => [
      ...rankingSamples(scene, features, false, random),
      ...rankingSamples(scene, features, true, random),
      // Without features as well, so that the weights do not rest on them alone.
      ...rankingSamples(scene, [], false, random),
    ])
    const telling = samples.filter(({ gains }) => Math.max(...gains) > leastGain)
    photos.push(Array.from({ length: countOf(isNatural) }, () => telling).flat())
  }
  return photos
}

const folder = process.env.TRAINING_PHOTOS ?? ''
if (!existsSync(join(folder, 'mattes'))) {
  console.log('TRAINING_PHOTOS names no folder with photos and mattes, so there is nothing to learn from.')
} else {
  const photos = await samplesByPhoto(folder, Number(process.env.SCENES ?? 300))
  for (let fold = 0; fold < folds; fold++) {
    const others = photos.filter((_, index) => index % folds !== fold).flat()
    const left = photos.filter((_, index) => index % folds === fold).flat()
    const weights = trainEnsemble(others, options, seeds)
    const [known, unknown, best] = [meanGain(others, weights), meanGain(left, weights), bestMeanGain(left)]
    console.log(
      `gain on known photos ${known.toFixed(3)}, left out ${unknown.toFixed(3)} of ${best.toFixed(3)}`,
    )
  }
  const { hidden, output } = trainEnsemble(photos.flat(), options, seeds)
  const rows = hidden.map((weights) => `    [${weights.join(', ')}],`)
  const lines = [
    "import type { RankingWeights } from './rank-regions.ts'",
    '',
    '/** Written by test/bench/edit/fit-ranking.ts. */',
    'export const rankingWeights: RankingWeights = {',
    '  hidden: [',
    ...rows,
    '  ],',
    `  output: [${output.join(', ')}],`,
    '}',
    '',
  ]
  writeFileSync('src/engine/clicks/ranking-weights.ts', lines.join('\n'))
}
