import type { ClickGrid } from '#engine/clicks/click-grid.ts'
import { meanStride, type SegmentGraph, segmentMeans } from '#engine/clicks/segment-graph.ts'

/** Masks of cells, 0 to 1; null if nothing separates them. */
type SegmentParts = {
  /** Segments near the subject whose features resemble it more than the background. */
  readonly near: Float32Array | null
  /** Segments that differ from the picture's border. */
  readonly apart: Float32Array | null
  /** `apart` without segments that touch the border. */
  readonly middle: Float32Array | null
}

/** Weight of feature similarity beside the matte, and threshold of their sum for subject. */
const leaningWeight = 0.7
const nearFrom = 0.3
/** Weight of colours beside one network's features. */
const colorWeight = 0.5

/** Finds segments that differ from the picture's border or resemble the subject, by features, colours and matte. */
export function segmentParts(grid: ClickGrid): SegmentParts {
  const { graph, leaning, alpha } = grid
  const alphas = segmentMeans(graph, alpha)
  const near = leaning.map((value, segment) => Number(alphas[segment] + leaningWeight * value > nearFrom))
  const unlike = unlikeBorder(graph)
  const limit = splitOf(unlike, sizesOf(graph))
  const apart = unlike.map((value) => Number(value > limit))
  const middle = apart.map((value, segment) =>
    graph.borders[segment] > 0 && alphas[segment] < 0.5 ? 0 : value,
  )
  const toCells = (values: Float32Array): Float32Array =>
    alpha.map((_, cell) => values[graph.segments.labels[cell]])
  return {
    near: leaning.some((value) => value !== 0) ? toCells(near) : null,
    apart: limit > 0 ? toCells(apart) : null,
    middle: limit > 0 ? toCells(middle) : null,
  }
}

const sizesOf = ({ starts, segments }: SegmentGraph): Float32Array =>
  new Float32Array(segments.count).map((_, segment) => starts[segment + 1] - starts[segment])

/** Mean difference of each segment from the border segments, weighted by their similarity and length. */
function unlikeBorder(graph: SegmentGraph): Float32Array {
  const { segments, borders, vectors, means } = graph
  const border = [...borders.keys()].filter((segment) => borders[segment] > 0)
  const colorsAt = (segment: number) => segment * meanStride + 2
  const unlike = new Float32Array(segments.count)
  for (let segment = 0; segment < unlike.length; segment++) {
    let sum = 0
    let weights = 0
    for (const other of border) {
      if (other === segment) continue
      let difference = 0
      for (let c = 0; c < 3; c++)
        difference += Math.abs(means[colorsAt(segment) + c] - means[colorsAt(other) + c])
      difference *= colorWeight
      for (const { channels, data } of vectors) {
        let dot = 0
        for (let c = 0; c < channels; c++) dot += data[segment * channels + c] * data[other * channels + c]
        difference += (1 - dot) / vectors.length
      }
      // The most similar stretches of border count most, however short the segment's own.
      const weight = borders[other] * Math.exp(-difference * 8)
      sum += weight * difference
      weights += weight
    }
    unlike[segment] = weights > 0 ? sum / weights : 0
  }
  return unlike
}

/** The threshold that best splits values in two (Otsu, 1979); 0 if all are equal. */
function splitOf(values: Float32Array, sizes: Float32Array): number {
  const order = [...values.keys()].sort((a, b) => values[a] - values[b])
  const all = order.reduce((sum, i) => sum + sizes[i], 0)
  const total = order.reduce((sum, i) => sum + sizes[i] * values[i], 0)
  let best = { spread: 0, limit: 0 }
  let count = 0
  let sum = 0
  for (const [at, i] of order.entries()) {
    count += sizes[i]
    sum += sizes[i] * values[i]
    const next = order[at + 1]
    if (next === undefined || values[next] === values[i]) continue
    const spread = count * (all - count) * (sum / count - (total - sum) / (all - count)) ** 2
    if (spread > best.spread) best = { spread, limit: (values[i] + values[next]) / 2 }
  }
  return best.limit
}
