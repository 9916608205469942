import type { Size } from '#base/geometry.ts'
import type { MeasuredMap } from './feature-maps.ts'
import type { Segments } from './segment-picture.ts'

/** The segments of a picture and their adjacencies: a region adjacency graph. */
export type SegmentGraph = {
  readonly segments: Segments
  /** The cells of segment s are `cells` from `starts[s]` up to `starts[s + 1]`. */
  readonly cells: Int32Array
  readonly starts: Int32Array
  /** Mean position in cells, and mean red, green and blue from 0 to 1: five numbers per segment. */
  readonly means: Float32Array
  /** Number of its cells' sides on the picture's border. */
  readonly borders: Int32Array
  readonly edges: readonly SegmentEdge[]
  /** The indices of each segment's edges. */
  readonly edgesOf: readonly (readonly number[])[]
  /** For each feature map, the mean vector of each segment, normalised to length 1. */
  readonly vectors: readonly { readonly channels: number; readonly data: Float32Array }[]
}

/** Two adjacent segments. */
export type SegmentEdge = {
  readonly one: number
  readonly other: number
  /** Number of shared cell sides. */
  readonly length: number
  /** Means over these sides: colour difference, summed over channels, and feature edge. */
  readonly color: number
  readonly feature: number
}

/** Numbers per segment in `SegmentGraph.means`. */
export const meanStride = 5

type Planes = {
  readonly colors: readonly [Float32Array, Float32Array, Float32Array]
  readonly featureEdges: Float32Array
  readonly maps: readonly MeasuredMap[]
}

export function toSegmentGraph(segments: Segments, { colors, featureEdges, maps }: Planes): SegmentGraph {
  const { labels, count, width, height } = segments
  const { cells, starts } = cellsBySegment(segments)
  const means = new Float32Array(count * meanStride)
  const borders = new Int32Array(count)
  const touching = new Map<number, { length: number; color: number; feature: number }>()
  const touch = (a: number, b: number) => {
    const [one, other] = labels[a] < labels[b] ? [labels[a], labels[b]] : [labels[b], labels[a]]
    if (one === other) return
    const key = one * count + other
    let edge = touching.get(key)
    if (!edge) {
      edge = { length: 0, color: 0, feature: 0 }
      touching.set(key, edge)
    }
    edge.length++
    for (const plane of colors) edge.color += Math.abs(plane[a] - plane[b])
    edge.feature += (featureEdges[a] + featureEdges[b]) / 2
  }
  for (let y = 0, cell = 0; y < height; y++) {
    for (let x = 0; x < width; x++, cell++) {
      const segment = labels[cell]
      const share = 1 / (starts[segment + 1] - starts[segment])
      const at = segment * meanStride
      means[at] += x * share
      means[at + 1] += y * share
      for (let c = 0; c < 3; c++) means[at + 2 + c] += colors[c][cell] * share
      borders[segment] +=
        Number(x === 0) + Number(y === 0) + Number(x === width - 1) + Number(y === height - 1)
      if (x + 1 < width) touch(cell, cell + 1)
      if (y + 1 < height) touch(cell, cell + width)
    }
  }
  const edges = [...touching].map(([key, { length, color, feature }]) => ({
    one: Math.floor(key / count),
    other: key % count,
    length,
    color: color / length,
    feature: feature / length,
  }))
  const edgesOf: number[][] = Array.from({ length: count }, () => [])
  for (const [i, { one, other }] of edges.entries()) {
    edgesOf[one].push(i)
    edgesOf[other].push(i)
  }
  const vectors = maps.map((map) => meanVectors(map, segments, cells, starts))
  return { segments, cells, starts, means, borders, edges, edgesOf, vectors }
}

/** The squared distance of two segments' centres, in cells. */
export function squaredDistance({ means }: SegmentGraph, one: number, other: number): number {
  const [a, b] = [one * meanStride, other * meanStride]
  return (means[a] - means[b]) ** 2 + (means[a + 1] - means[b + 1]) ** 2
}

/** Similarity of each segment to one of them, -1 to 1: the mean over all feature maps; 1 without features. */
export function similaritiesTo({ segments, vectors }: SegmentGraph, segment: number): Float32Array {
  const { count } = segments
  const similarities = new Float32Array(count).fill(vectors.length === 0 ? 1 : 0)
  for (const { channels, data } of vectors) {
    const own = segment * channels
    for (let other = 0, at = 0; other < count; other++) {
      let dot = 0
      for (let c = 0; c < channels; c++, at++) dot += data[own + c] * data[at]
      similarities[other] += dot / vectors.length
    }
  }
  return similarities
}

/** The mean of a plane of cells in each segment. */
export function segmentMeans({ segments, starts }: SegmentGraph, plane: ArrayLike<number>): Float32Array {
  const { labels, count } = segments
  const means = new Float32Array(count)
  for (let cell = 0; cell < labels.length; cell++) means[labels[cell]] += plane[cell]
  return means.map((sum, segment) => sum / (starts[segment + 1] - starts[segment]))
}

function cellsBySegment({ labels, count }: Segments) {
  const starts = new Int32Array(count + 1)
  for (const label of labels) starts[label + 1]++
  for (let i = 0; i < count; i++) starts[i + 1] += starts[i]
  const cells = new Int32Array(labels.length)
  const next = starts.slice()
  for (let cell = 0; cell < labels.length; cell++) cells[next[labels[cell]]++] = cell
  return { cells, starts }
}

function meanVectors(
  map: MeasuredMap,
  { count, width, height }: Segments,
  cells: Int32Array,
  starts: Int32Array,
) {
  const { channels } = map
  const data = new Float32Array(count * channels)
  const place = placesIn(map, { width, height })
  // A cell of a coarse map covers many cells of the grid; it is added once, with their number.
  const counts = new Int32Array(map.width * map.height)
  for (let segment = 0; segment < count; segment++) {
    const under: number[] = []
    for (let i = starts[segment]; i < starts[segment + 1]; i++) {
      const at = place[cells[i]]
      if (counts[at]++ === 0) under.push(at)
    }
    const into = segment * channels
    for (const at of under) {
      const share = counts[at] / map.lengths[at]
      for (let c = 0; c < channels; c++) data[into + c] += share * map.data[at * channels + c]
      counts[at] = 0
    }
    let squares = 0
    for (let c = into; c < into + channels; c++) squares += data[c] * data[c]
    const length = Math.sqrt(squares) || 1
    for (let c = into; c < into + channels; c++) data[c] /= length
  }
  return { channels, data }
}

/** For each cell of a grid, the cell of a map that contains its centre. */
const placesIn = (map: Size, { width, height }: Size): Int32Array =>
  new Int32Array(width * height).map((_, cell) => {
    const x = Math.floor((((cell % width) + 0.5) * map.width) / width)
    const y = Math.floor(((Math.floor(cell / width) + 0.5) * map.height) / height)
    return y * map.width + x
  })
