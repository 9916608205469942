import { type Click, type ClickGrid, cellAt } from './click-grid.ts'
import { type PathMeasure, segmentsByDistance } from './graph-distance.ts'
import { likelihoodWeights } from './likelihood-weights.ts'
import {
  addSegment,
  noSums,
  outlineStrength,
  type RegionSums,
  type SeedView,
  traitsOf,
} from './region-traits.ts'
import {
  meanStride,
  type SegmentGraph,
  segmentMeans,
  similaritiesTo,
  squaredDistance,
} from './segment-graph.ts'
import { type SegmentView, segmentLikelihoods } from './segment-likelihoods.ts'
import type { TwoLayerNetwork } from './two-layer-network.ts'

/** A candidate region of a click: the first `size` cells of `order`. */
export type RegionCandidate = {
  readonly order: Uint32Array
  readonly size: number
  /** Distance between the centres of its farthest segment and the click's segment, in cells. */
  readonly reach: number
  /** Whether all its segments resemble the click's, in colour and features. */
  readonly isEven: boolean
  /** Whether its surroundings are probably meant too, so that it has no clear end. */
  readonly isOpenEnded: boolean
  /** The 30 inputs of `bestRegion`. */
  readonly traits: Float32Array
}

/** Ratio of the areas of successive candidates. */
const areaRatio = 1.35
/** Limits of an even region: least mean similarity to the click's segment, largest mean colour distance. */
const even = { similarity: 0.8, tint: 0.1 } as const
/** The smallest candidate, in cells. */
const minArea = 6

/** Earlier clicks and the cells that they decided (1); null before the first. */
export type EarlierClicks = { readonly clicks: readonly Click[]; readonly decided: Uint8Array } | null

/**
 * Candidate regions around a click, among cells with `open` 1. They consist of whole segments, so the click's exact
 * place within a segment is irrelevant. Five distances from its segment give nested regions: along even colours, along
 * even features, by similarity with and without colour, and along the path whose least likely segment is likeliest. Of
 * regions of similar area, the one with most of its outline on edges is kept, since geodesic distances alone do not
 * stop at edges (Gulshan et al., _Geodesic Star Convexity for Interactive Image Segmentation_, CVPR 2010).
 */
export function growRegions(
  grid: ClickGrid,
  open: Uint8Array,
  click: Click,
  earlier: EarlierClicks = null,
  likelihood: TwoLayerNetwork = likelihoodWeights,
): RegionCandidate[] {
  const segments = viewFrom(grid, open, click, earlier)
  const likelihoods = segmentLikelihoods(segments, click, earlier?.clicks ?? [], likelihood)
  const view: SeedView = { ...segments, likelihoods }
  return waysFrom(view).flatMap((measure, way) => nestedRegions(view, measure, way))
}

/** The segments as seen from a click, without likelihoods. */
export function viewFrom(
  grid: ClickGrid,
  open: Uint8Array,
  click: Click,
  earlier: EarlierClicks,
): SegmentView {
  const { graph } = grid
  const seed = graph.segments.labels[cellAt(grid, click)]
  const openShares = segmentMeans(graph, open)
  const tints = colorDistances(graph, seed)
  return {
    grid,
    openCells: open,
    passable: new Uint8Array(openShares.length).map((_, s) => Number(openShares[s] >= 0.5 || s === seed)),
    seed,
    areas: openShares.map((share, s) => Math.max(1, Math.round(share * cellCount(graph, s)))),
    alphas: segmentMeans(graph, grid.alpha),
    similarities: similaritiesTo(graph, seed),
    attractions: attractionsBy(grid, click, earlier?.clicks ?? []),
    tints,
    decided: earlier ? segmentMeans(graph, earlier.decided) : null,
    sign: click.mode === 'keep' ? 1 : -1,
  }
}

/**
 * For each segment, the largest similarity of its features to clicks of this mode, minus that to opposite clicks; 0
 * without an opposite click.
 */
function attractionsBy({ graph, ...size }: ClickGrid, click: Click, earlier: readonly Click[]): Float32Array {
  const likest = (isSame: boolean) => {
    const segments = [...earlier, click]
      .filter(({ mode }) => (mode === click.mode) === isSame)
      .map((each) => graph.segments.labels[cellAt(size, each)])
    const rows = [...new Set(segments)].map((segment) => similaritiesTo(graph, segment))
    return rows.reduce((best, row) => best.map((value, i) => Math.max(value, row[i])))
  }
  if (earlier.every(({ mode }) => mode === click.mode)) return new Float32Array(graph.segments.count)
  const opposite = likest(false)
  return likest(true).map((similarity, segment) => similarity - opposite[segment])
}

const cellCount = ({ starts }: SegmentGraph, segment: number): number => starts[segment + 1] - starts[segment]

function colorDistances({ means, segments }: SegmentGraph, seed: number): Float32Array {
  return new Float32Array(segments.count).map((_, segment) => {
    const [a, b] = [segment * meanStride, seed * meanStride]
    return Math.hypot(means[a + 2] - means[b + 2], means[a + 3] - means[b + 3], means[a + 4] - means[b + 4])
  })
}

/** Five measures of distance to a segment. */
function waysFrom({ grid, alphas, similarities, tints, likelihoods }: SeedView): readonly PathMeasure[] {
  const { graph } = grid
  const side = Math.max(grid.width, grid.height)
  const distances = new Map(
    graph.edges.map((edge) => [edge, Math.sqrt(squaredDistance(graph, edge.one, edge.other))]),
  )
  const far = (edge: (typeof graph.edges)[number]) => distances.get(edge) ?? 1
  return [
    { lengthOf: (edge) => far(edge) + 25 * edge.color },
    {
      lengthOf: (edge) =>
        far(edge) + 4 * edge.color + 12 * Math.abs(alphas[edge.one] - alphas[edge.other]) + 12 * edge.feature,
    },
    { lengthOf: (edge, to) => far(edge) * (1 + 5 * (1 - similarities[to]) + 4 * tints[to]) },
    { lengthOf: (edge, to) => far(edge) * (1 + 8 * (1 - similarities[to])) },
    { lengthOf: (_, to) => side * (1 - likelihoods[to]), isBottleneck: true },
  ]
}

function nestedRegions(view: SeedView, measure: PathMeasure, way: number): RegionCandidate[] {
  const { grid, openCells, passable, seed } = view
  const { graph } = grid
  const { order, distances } = segmentsByDistance(graph, seed, passable, measure)
  const depths = depthsOf(graph, seed, order)
  const cells = new Uint32Array(openCells.length)
  const inside = new Uint8Array(passable.length)
  const sums = noSums()
  let [all, expected] = [0, 0]
  for (const segment of order) {
    all += view.areas[segment]
    expected += view.areas[segment] * view.likelihoods[segment]
  }
  type Best = Pick<RegionCandidate, 'size' | 'reach'> & {
    readonly count: number
    readonly sums: RegionSums
    readonly strength: number
  }
  const candidates: RegionCandidate[] = []
  let best: Best | undefined
  let end = minArea
  let size = 0
  let reach = 0
  for (let i = 0; i < order.length; i++) {
    const segment = order[i]
    for (let at = graph.starts[segment]; at < graph.starts[segment + 1]; at++) {
      if (openCells[graph.cells[at]] === 1) cells[size++] = graph.cells[at]
    }
    addSegment(view, inside, segment, sums)
    reach = Math.max(reach, Math.sqrt(squaredDistance(graph, segment, seed)))
    const strength = outlineStrength(sums)
    if (size >= minArea && (!best || strength >= best.strength))
      best = { size, reach, count: i + 1, sums: { ...sums }, strength }
    if ((size < end || size < minArea) && i + 1 < order.length) continue
    if (best) {
      const depth = depths[best.count]
      const distance = distances[order[best.count - 1]]
      const traits = traitsOf(view, best.sums, { way, distance, depth, all, expected })
      const { area, similarity, tint } = best.sums
      const isEven = similarity >= even.similarity * area && tint <= even.tint * area
      const isOpenEnded = best.sums.rimLikelihood > best.sums.rim / 2
      candidates.push({ order: cells, size: best.size, reach: best.reach, isEven, isOpenEnded, traits })
    }
    best = undefined
    end = size * areaRatio
  }
  return candidates
}

/** Distance of the seed to the nearest outer segment, for each number of inner segments of `order`. */
function depthsOf(graph: SegmentGraph, seed: number, order: Int32Array): Float32Array {
  const { count, width, height } = graph.segments
  const isReached = new Uint8Array(count)
  for (const segment of order) isReached[segment] = 1
  let nearest = width * width + height * height
  for (let segment = 0; segment < count; segment++) {
    if (!isReached[segment]) nearest = Math.min(nearest, squaredDistance(graph, segment, seed))
  }
  const depths = new Float32Array(order.length + 1)
  depths[order.length] = Math.sqrt(nearest)
  for (let i = order.length - 1; i >= 0; i--) {
    nearest = Math.min(nearest, squaredDistance(graph, order[i], seed))
    depths[i] = Math.sqrt(nearest)
  }
  return depths
}
