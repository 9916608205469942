import { type Click, type ClickGrid, cellAt } from './click-grid.ts'
import type { SeedView } from './region-traits.ts'
import { squaredDistance } from './segment-graph.ts'
import { networkOutput, type TwoLayerNetwork } from './two-layer-network.ts'

/** Inputs per segment of the network. */
export const segmentTraits = 12

/** The segments before their likelihoods are known. */
export type SegmentView = Omit<SeedView, 'likelihoods'>

/**
 * The likelihood of each segment to be part of what the click means, 0 to 1: logistic regression with a hidden layer on
 * matte, features and the places of all clicks. The matte's uncertainty has most influence.
 */
export function segmentLikelihoods(
  view: SegmentView,
  click: Click,
  earlier: readonly Click[],
  network: TwoLayerNetwork,
): Float32Array {
  const traits = traitsOfSegments(view, click, earlier)
  return new Float32Array(view.passable.length).map(
    (_, segment) => 1 / (1 + Math.exp(-networkOutput(network, traits, segment * segmentTraits))),
  )
}

/** `segmentTraits` numbers per segment. */
export function traitsOfSegments(
  { grid, sign, seed, alphas, similarities, attractions, tints }: SegmentView,
  click: Click,
  earlier: readonly Click[],
): Float32Array {
  const { graph, leaning } = grid
  const count = graph.segments.count
  const side = Math.max(grid.width, grid.height)
  const opposite = oppositeSegments(grid, click, earlier)
  const far = (squared: number) => Math.log(Math.sqrt(squared) / side + 0.01)
  /** The share of a segment that lacks the click's label. */
  const left = (segment: number) => (sign > 0 ? 1 - alphas[segment] : alphas[segment])
  const traits = new Float32Array(count * segmentTraits)
  for (let segment = 0; segment < count; segment++) {
    const nearest = Math.min(...opposite.map((other) => squaredDistance(graph, segment, other)))
    const row = [
      similarities[segment],
      Number(graph.vectors.length > 0),
      tints[segment] * 3,
      Math.abs(alphas[segment] - alphas[seed]) * 3,
      left(segment),
      left(seed),
      sign * leaning[segment] * 2,
      sign * leaning[seed] * 2,
      far(squaredDistance(graph, segment, seed)),
      attractions[segment],
      Number(opposite.length > 0),
      opposite.length > 0 ? far(nearest) : 0,
    ]
    traits.set(row, segment * segmentTraits)
  }
  return traits
}

const oppositeSegments = (grid: ClickGrid, click: Click, earlier: readonly Click[]): readonly number[] =>
  earlier
    .filter(({ mode }) => mode !== click.mode)
    .map((other) => grid.graph.segments.labels[cellAt(grid, other)])
