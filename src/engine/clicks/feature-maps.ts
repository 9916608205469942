import type { Size } from '#base/geometry.ts'

/** A network's feature map: a vector for each cell of a grid over the picture, channels contiguous. */
export type FeatureMap = Size & {
  readonly channels: number
  /** Each channel minus its mean over the picture, in 1/32 of its standard deviation. */
  readonly data: Int8Array
}

/** Feature maps of one picture, finest first. */
export type FeatureMaps = readonly FeatureMap[]

/** Quantisation steps per standard deviation; int8 holds four deviations. */
const stepsPerDeviation = 32

/**
 * Converts a network's output to a feature map: channels are standardised over the picture, so that all weigh equally
 * in similarities, and quantised to bytes. `values` are stored by channel (`planar`: 1 x channels x height x width) or
 * by cell (`interleaved`).
 */
export function toFeatureMap(
  values: Float32Array,
  { width, height }: Size,
  channels: number,
  order: 'planar' | 'interleaved' = 'planar',
): FeatureMap {
  const cells = width * height
  const [cellStep, channelStep] = order === 'interleaved' ? [channels, 1] : [1, cells]
  const data = new Int8Array(cells * channels)
  for (let channel = 0; channel < channels; channel++) {
    const from = channel * channelStep
    let sum = 0
    let squares = 0
    for (let cell = 0; cell < cells; cell++) {
      const value = values[from + cell * cellStep]
      sum += value
      squares += value * value
    }
    const mean = sum / cells
    const deviation = Math.sqrt(Math.max(0, squares / cells - mean * mean))
    const scale = deviation > 0 ? stepsPerDeviation / deviation : 0
    for (let cell = 0; cell < cells; cell++) {
      const steps = Math.round((values[from + cell * cellStep] - mean) * scale)
      data[cell * channels + channel] = Math.max(-127, Math.min(127, steps))
    }
  }
  return { width, height, channels, data }
}

/** The length of every cell's vector, at least 1. */
export function vectorLengths({ width, height, channels, data }: FeatureMap): Float32Array {
  const lengths = new Float32Array(width * height)
  for (let cell = 0, at = 0; cell < lengths.length; cell++) {
    let squares = 1
    for (const end = at + channels; at < end; at++) squares += data[at] * data[at]
    lengths[cell] = Math.sqrt(squares)
  }
  return lengths
}

/** A feature map and the length of every cell's vector. */
export type MeasuredMap = FeatureMap & { readonly lengths: Float32Array }

/** Cosine similarity of every cell's vector to `vector`, -1 to 1. */
export function cosineSimilarities(
  { width, height, channels, data, lengths }: MeasuredMap,
  vector: Float32Array | Int8Array,
): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares) || 1
  const similarities = new Float32Array(width * height)
  for (let cell = 0, at = 0; cell < similarities.length; cell++) {
    let dot = 0
    for (let channel = 0; channel < channels; channel++, at++) dot += data[at] * vector[channel]
    similarities[cell] = dot / (lengths[cell] * length)
  }
  return similarities
}
