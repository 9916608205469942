import type { ModelEntry } from './network-catalog.ts'

const usual = { mean: 128, deviation: 256 } as const

/** Brings a picture from (value - 128) / 256 to the mean and deviation of the model. Keeps `picture` as it is. */
export function toModelInput(
  picture: Float32Array,
  { mean, deviation }: Pick<ModelEntry['input'], 'mean' | 'deviation'>,
): Float32Array {
  if (mean.every((value) => value === usual.mean) && deviation.every((value) => value === usual.deviation))
    return picture
  const plane = picture.length / 3
  const input = new Float32Array(picture.length)
  for (const [channel, offset] of [0, plane, 2 * plane].entries()) {
    const scale = usual.deviation / (deviation[channel] ?? 1)
    const shift = (usual.mean - (mean[channel] ?? 0)) / (deviation[channel] ?? 1)
    for (let index = offset; index < offset + plane; index++)
      input[index] = (picture[index] ?? 0) * scale + shift
  }
  return input
}
