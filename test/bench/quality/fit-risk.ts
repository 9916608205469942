import { availableParallelism } from 'node:os'
import { riskMeasures } from '#engine/matte-risk.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import { toTensor } from '#engine/tensor.ts'
import { openKeptNetworks } from './kept-networks.ts'
import { iouOf } from './metrics.ts'
import { choosingPairs, readPair, samplesAreThere } from './pairs.ts'

/**
 * Fits the weights of src/engine/matte-risk.ts on the photos for choosing and prints them, with the area under the ROC
 * curve on photos that are left out in turn. `npm run bench:risk`; mattes of passes are kept (`openKeptNetworks`).
 */
const folds = 10
const wrongBelow = 0.9

type Sample = { readonly photo: number; readonly inputs: readonly number[]; readonly isWrong: boolean }

const sigmoid = (sum: number): number => 1 / (1 + Math.exp(-sum))
const logitOf = (weights: readonly number[], inputs: readonly number[]): number =>
  inputs.reduce((sum, value, i) => sum + value * (weights[i + 1] ?? 0), weights[0] ?? 0)

/**
 * Logistic regression with a weak penalty on the weights (not on the constant, which comes first), by gradient descent.
 */
function fitWeights(samples: readonly Sample[]): readonly number[] {
  const count = (samples[0]?.inputs.length ?? 0) + 1
  const weights = new Array<number>(count).fill(0)
  for (let step = 0; step < 20_000; step++) {
    const slope = weights.map((weight, i) => (i === 0 ? 0 : weight / (10 * samples.length)))
    for (const { inputs, isWrong } of samples) {
      const error = (sigmoid(logitOf(weights, inputs)) - Number(isWrong)) / samples.length
      for (const [i, value] of [1, ...inputs].entries()) slope[i] = (slope[i] ?? 0) + error * value
    }
    for (let i = 0; i < count; i++) weights[i] = (weights[i] ?? 0) - 2 * (slope[i] ?? 0)
  }
  return weights
}

/** The probability that a wrong matte has the higher score than a right one. */
function rocArea(scored: readonly { readonly score: number; readonly isWrong: boolean }[]): number {
  const wrong = scored.filter(({ isWrong }) => isWrong)
  const right = scored.filter(({ isWrong }) => !isWrong)
  const above = wrong.flatMap(({ score }) =>
    right.map((other) => (score > other.score ? 1 : score === other.score ? 0.5 : 0)),
  )
  return above.reduce<number>((sum, each) => sum + each, 0) / above.length
}

function report(name: string, samples: readonly Sample[]): void {
  const scored = Array.from({ length: folds }, (_, fold) => {
    const weights = fitWeights(samples.filter(({ photo }) => photo % folds !== fold))
    const left = samples.filter(({ photo }) => photo % folds === fold)
    return left.map(({ inputs, isWrong }) => ({ score: logitOf(weights, inputs), isWrong }))
  })
  const area = rocArea(scored.flat())
  const weights = fitWeights(samples).map((weight) => weight.toFixed(2))
  console.log(`${name}: ${weights.join(', ')}; area ${area.toFixed(3)} over ${samples.length} mattes`)
}

if (!samplesAreThere) console.log('The photos with true mattes (../shared/samples) are not here.')
else {
  const { networks, nextPhoto } = openKeptNetworks(Math.min(4, availableParallelism()))
  const call = { signal: new AbortController().signal, onProgress: () => {} }
  const alone: Sample[] = []
  const besideAnother: Sample[] = []
  for (const [photo, name] of choosingPairs().entries()) {
    const pair = await readPair(name)
    nextPhoto(pair.name)
    const mattes: AlphaMaskF32[] = []
    for (const { network, width, height } of networks.passes.wasm.balanced.image) {
      const size = { width, height }
      mattes.push(await networks.run(network, toTensor(pair.photo, size), size, call))
    }
    const [first, ...larger] = mattes
    for (const matte of mattes) {
      const isWrong = iouOf(matte, pair) < wrongBelow
      alone.push({ photo, inputs: [riskMeasures(matte).uncertainty], isWrong })
      if (!larger.includes(matte)) continue
      const { uncertainty, difference = 0 } = riskMeasures(matte, first)
      besideAnother.push({ photo, inputs: [uncertainty, difference], isWrong })
    }
  }
  await networks.dispose()
  report('constant, doubt', alone)
  report('constant, doubt, difference', besideAnother)
}
