import { capSide, type Size } from '#base/geometry.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { resizePlane, resizeRaster } from '#engine/resample/resize.ts'
import {
  cosineSimilarities,
  type FeatureMap,
  type FeatureMaps,
  type MeasuredMap,
  vectorLengths,
} from './feature-maps.ts'
import { type SegmentGraph, segmentMeans, toSegmentGraph } from './segment-graph.ts'
import { segmentPicture } from './segment-picture.ts'

/** Longer side of the click grid in cells; a smaller picture has one cell per pixel. */
const gridSide = 224

/** A point of the picture: x and y from 0 to 1. */
type PicturePoint = { readonly x: number; readonly y: number }

/** A click that marks subject (`keep`) or background (`remove`). */
export type Click = PicturePoint & { readonly mode: 'keep' | 'remove' }

/** A picture, its features and its matte, prepared for clicks. */
export type ClickGrid = Size & {
  /** One value per cell. */
  readonly alpha: Float32Array
  /** Segments of the picture; a click means the whole segment under it. */
  readonly graph: SegmentGraph
  /** Per segment: similarity of its features to the subject's mean minus the background's; 0 without features. */
  readonly leaning: Float32Array
}

/** Weights of a difference of 1 in alpha, and of a mean feature difference, relative to a colour difference. */
const weight = { alpha: 0.5, feature: 0.04 } as const
/**
 * Colours that differ by less than one step per channel are even. There, features make an edge only if theirs exceeds
 * so many times the mean.
 */
const even = { inPicture: 0.004, inFeatures: 3 } as const

export function toClickGrid(picture: Raster, matte: AlphaMaskF32, features: FeatureMaps): ClickGrid {
  const size = capSide(picture, gridSide)
  const { data } = resizeRaster(picture, size)
  const cells = size.width * size.height
  const channel = (offset: number) => new Float32Array(cells).map((_, cell) => data[cell * 4 + offset] / 255)
  const colors = [channel(0), channel(1), channel(2)] as const
  const [red, green, blue] = colors
  const alpha = resizePlane(matte, size).data
  const maps = features.map((map) => ({ ...map, lengths: vectorLengths(map) }))
  const featureEdges = meanPlane(maps.slice(0, 2), size, edgesOf)
  const meanEdge = featureEdges.reduce((sum, edge) => sum + edge, 0) / cells
  const perEdge = meanEdge > 0 ? weight.feature / meanEdge : 0
  const segments = segmentPicture(size, (one, other) => {
    const r = red[one] - red[other]
    const g = green[one] - green[other]
    const b = blue[one] - blue[other]
    const inPicture = Math.sqrt(r * r + g * g + b * b) + weight.alpha * Math.abs(alpha[one] - alpha[other])
    const inFeatures = (perEdge * (featureEdges[one] + featureEdges[other])) / 2
    const isEven = inPicture < even.inPicture && inFeatures < even.inFeatures * weight.feature
    return isEven ? 0 : inPicture + inFeatures
  })
  const graph = toSegmentGraph(segments, { colors, featureEdges, maps })
  const leaning = segmentMeans(
    graph,
    meanPlane(maps, size, (map) => leaningOf(map, matte)),
  )
  return { ...size, alpha, graph, leaning }
}

/** The cell that contains a point; the nearest one if it lies outside. */
export const cellAt = ({ width, height }: Size, { x, y }: PicturePoint): number =>
  clamped(Math.floor(y * height), height) * width + clamped(Math.floor(x * width), width)

/** A cell and its neighbours, including diagonals. */
export function cellsAround({ width, height }: Size, cell: number): number[] {
  const x = cell % width
  const y = (cell - x) / width
  const around: number[] = []
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) around.push(v * width + u)
  }
  return around
}

const clamped = (index: number, count: number): number => Math.max(0, Math.min(count - 1, index))

/** The mean over all maps of the planes by `planeOf`, resized; 0 without maps. */
function meanPlane(
  maps: readonly MeasuredMap[],
  size: Size,
  planeOf: (map: MeasuredMap) => Float32Array,
): Float32Array {
  const mean = new Float32Array(size.width * size.height)
  for (const map of maps) {
    const { data } = resizePlane({ width: map.width, height: map.height, data: planeOf(map) }, size)
    for (let cell = 0; cell < mean.length; cell++) mean[cell] += data[cell] / maps.length
  }
  return mean
}

function leaningOf(map: MeasuredMap, matte: AlphaMaskF32): Float32Array {
  const { channels, data, lengths } = map
  const alpha = resizePlane(matte, map).data
  const subject = new Float32Array(channels)
  const ground = new Float32Array(channels)
  for (let cell = 0, at = 0; cell < alpha.length; cell++) {
    const share = alpha[cell] / lengths[cell]
    const rest = (1 - alpha[cell]) / lengths[cell]
    for (let channel = 0; channel < channels; channel++, at++) {
      subject[channel] += share * data[at]
      ground[channel] += rest * data[at]
    }
  }
  const toGround = cosineSimilarities(map, ground)
  return cosineSimilarities(map, subject).map((similarity, cell) => similarity - toGround[cell])
}

/** One minus the similarity to the right cell, plus the same for the cell below. */
function edgesOf({ width, height, channels, data, lengths }: FeatureMap & MeasuredMap): Float32Array {
  const edges = new Float32Array(width * height)
  const difference = (one: number, other: number) => {
    let dot = 0
    for (let c = 0; c < channels; c++) dot += data[one * channels + c] * data[other * channels + c]
    return 1 - dot / (lengths[one] * lengths[other])
  }
  for (let y = 0, cell = 0; y < height; y++) {
    for (let x = 0; x < width; x++, cell++) {
      if (x + 1 < width) edges[cell] += difference(cell, cell + 1)
      if (y + 1 < height) edges[cell] += difference(cell, cell + width)
    }
  }
  return edges
}
