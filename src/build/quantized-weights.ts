import type { Weights } from './graph-weights.ts'

/** Weights of 8 bits: `(values - zeroPoint) * scales[c]` for output channel `c`. */
type QuantizedWeights = {
  readonly values: Uint8Array
  readonly zeroPoint: number
  readonly scales: Float32Array
  /** In units of `scales`, to be added to the sums. */
  readonly bias: Int32Array
}

/**
 * Quantises the weights of a convolution for a picture of whole numbers, whose channel `c` stands for its numbers times
 * `pictureScales[c]`: that factor becomes part of the weights. They keep 1 to 255, symmetric about 128, with a scale for
 * each output channel, which loses less than one scale for all. Throws where the weights are for other channels.
 */
export function quantizedWeights(
  { dims, values }: Weights,
  bias: Float32Array,
  pictureScales: Float32Array,
): QuantizedWeights {
  const [channels = 0, pictureChannels = 0] = dims
  if (pictureChannels !== pictureScales.length)
    throw new Error(
      `Weights for ${pictureChannels} channels do not fit a picture of ${pictureScales.length}.`,
    )
  const perOutput = values.length / channels
  const perInput = perOutput / pictureChannels
  const eightBits = new Uint8Array(values.length)
  const scales = new Float32Array(channels)
  const scaled = new Float32Array(perOutput)
  for (let channel = 0; channel < channels; channel++) {
    let largest = 0
    for (let i = 0; i < perOutput; i++) {
      const factor = pictureScales[Math.floor(i / perInput)] as number
      const value = (values[channel * perOutput + i] as number) * factor
      scaled[i] = value
      largest = Math.max(largest, Math.abs(value))
    }
    const scale = Math.fround(largest / 127) || 1
    scales[channel] = scale
    for (let i = 0; i < perOutput; i++)
      eightBits[channel * perOutput + i] = Math.round((scaled[i] as number) / scale) + zeroPoint
  }
  const wholeBias = Int32Array.from(bias, (value, channel) => Math.round(value / (scales[channel] as number)))
  return { values: eightBits, zeroPoint, scales, bias: wholeBias }
}

const zeroPoint = 128
