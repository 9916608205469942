import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { openImageMatter } from '#matting/image-matter.ts'
import { openKeptNetworks } from '../quality/kept-networks.ts'
import { listPairs, readPair, samplesAreThere } from '../quality/pairs.ts'
import { isForChoosing, toEditCase } from './edit-cases.ts'
import { type RankingSample, rankingSamples } from './ranking-samples.ts'
import { repeatableRandom } from './simulate-clicks.ts'
import { bestMeanGain, meanGain, trainEnsemble } from './train-ranking.ts'

/**
 * Chooses the weights by which regions of clicks are ranked, on the photos for choosing alone, from their mattes at the
 * level Fast, which err more often than those of Fine; prints what they gain on photos left out, and writes
 * src/engine/clicks/ranking-weights.ts.
 */
const options = { hidden: 12, epochs: 40, batch: 8, rate: 0.01, weightDecay: 0.02 }
const seeds = [1, 2, 3]
const folds = 4
const call = { signal: new AbortController().signal, onProgress: () => {} }

async function samplesByPhoto(): Promise<RankingSample[][]> {
  const { networks, nextPhoto } = openKeptNetworks(Math.min(4, availableParallelism()))
  const matter = openImageMatter(networks)
  const photos: RankingSample[][] = []
  for (const entry of listPairs()) {
    const pair = await readPair(entry)
    if (!isForChoosing(pair.name)) continue
    nextPhoto(pair.name)
    const scene = toEditCase(pair, await matter.estimate(pair.photo, 'fast', call))
    const features = await matter.estimateFeatures(pair.photo, 'fast', call)
    const random = repeatableRandom(photos.length)
    photos.push([false, true].flatMap((isRandom) => rankingSamples(scene, features, isRandom, random)))
  }
  await networks.dispose()
  return photos
}

if (!samplesAreThere) {
  console.log(
    'The photos with true mattes (../shared/samples) are not here, so there is nothing to learn from.',
  )
} else {
  const photos = await samplesByPhoto()
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
