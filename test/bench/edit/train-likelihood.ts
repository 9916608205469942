import type { Click, ClickGrid } from '#engine/clicks/click-grid.ts'
import { type EarlierClicks, viewFrom } from '#engine/clicks/grow-regions.ts'
import { segmentMeans } from '#engine/clicks/segment-graph.ts'
import { segmentTraits, traitsOfSegments } from '#engine/clicks/segment-likelihoods.ts'
import type { TwoLayerNetwork } from '#engine/clicks/two-layer-network.ts'
import { seededRandom } from '#support/seeded-random.ts'
import type { Labels } from './simulate-clicks.ts'
import { type TrainingOptions, trainNetwork } from './train-network.ts'

/** Segments around a simulated click: which share of each it means, 0 to 1, and how much that counts. */
export type LikelihoodSample = {
  readonly traits: readonly Float32Array[]
  readonly shares: Float32Array
  readonly weights: Float32Array
}

/** Of so many segments at most a click is made an example, so that training takes seconds. */
const mostSegments = 250
/** A segment of which less is known teaches nothing. */
const leastKnown = 0.3

/** What a click means among the open segments: those whose truth is as it wants it. */
export function likelihoodSample(
  grid: ClickGrid,
  open: Uint8Array,
  click: Click,
  earlier: EarlierClicks,
  truth: Labels,
  random: () => number,
): LikelihoodSample {
  const view = viewFrom(grid, open, click, earlier)
  const all = traitsOfSegments(view, click, earlier?.clicks ?? [])
  const wanted = click.mode === 'keep' ? 1 : 0
  const known = segmentMeans(
    grid.graph,
    open.map((isOpen, i) => isOpen * Number(truth.data[i] !== 2)),
  )
  const meant = segmentMeans(
    grid.graph,
    open.map((isOpen, i) => isOpen * Number(truth.data[i] === wanted)),
  )
  const usable = [...view.passable.keys()].filter(
    (segment) => view.passable[segment] === 1 && segment !== view.seed && (known[segment] ?? 0) > leastKnown,
  )
  const odds = mostSegments / usable.length
  const chosen = usable.filter(() => random() < odds)
  const shares = Float32Array.from(chosen, (segment) => (meant[segment] ?? 0) / (known[segment] ?? 1))
  const areas = Float32Array.from(chosen, (segment) => view.areas[segment] ?? 0)
  return {
    traits: chosen.map((segment) => all.slice(segment * segmentTraits, (segment + 1) * segmentTraits)),
    shares,
    weights: balanced(shares, areas),
  }
}

/**
 * Areas weighted so that all that a click means counts as much as all that it does not, and the more the less
 * one-sided.
 */
function balanced(shares: Float32Array, areas: Float32Array): Float32Array {
  const total = areas.reduce((sum, area) => sum + area, 0)
  const inside = areas.reduce((sum, area, i) => sum + area * (shares[i] ?? 0), 0)
  const outside = total - inside
  if (inside <= 0 || outside <= 0) return new Float32Array(areas.length)
  const [more, less] = [Math.sqrt(outside / inside), Math.sqrt(inside / outside)]
  return areas.map((area, i) => (area / total) * ((shares[i] ?? 0) * more + (1 - (shares[i] ?? 0)) * less))
}

/** The network of `segmentLikelihoods`, by logistic regression. */
export const trainLikelihood = (
  samples: readonly LikelihoodSample[],
  options: TrainingOptions,
): TwoLayerNetwork => trainNetwork(samples, logisticSlopes, options, seededRandom(1))

const logisticSlopes = ({ shares, weights }: LikelihoodSample, outputs: readonly number[]) =>
  outputs.map((output, i) => (weights[i] ?? 0) * ((shares[i] ?? 0) - 1 / (1 + Math.exp(-output))))
