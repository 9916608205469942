import type { Size } from '#engine/raster.ts'
import type { NetworkInput } from './network-catalog.ts'

/** What `toTensor` uses: (value - 128) / 256. */
const canonical = { mean: 128, deviation: 256 } as const

/**
 * Brings a picture from planar R G B, (value - 128) / 256, to the normalisation and layout of a network. Returns
 * `picture` itself where they are the same, else a copy.
 */
export function toNetworkInput(
  picture: Float32Array,
  { mean, deviation, layout }: Pick<NetworkInput, 'mean' | 'deviation' | 'layout'>,
): Float32Array {
  const isCanonical =
    mean.every((value) => value === canonical.mean) &&
    deviation.every((value) => value === canonical.deviation)
  if (isCanonical && layout === 'NCHW') return picture
  const pixels = picture.length / 3
  const input = new Float32Array(picture.length)
  const [step, channelStep] = layout === 'NCHW' ? [1, pixels] : [3, 1]
  for (const channel of [0, 1, 2] as const) {
    const scale = canonical.deviation / deviation[channel]
    const shift = (canonical.mean - mean[channel]) / deviation[channel]
    const from = channel * pixels
    for (let pixel = 0; pixel < pixels; pixel++)
      input[channel * channelStep + pixel * step] = (picture[from + pixel] ?? 0) * scale + shift
  }
  return input
}

/** The dimensions of the input tensor for a picture of this size. */
export const inputDimensions = (
  layout: NetworkInput['layout'],
  { width, height }: Size,
): readonly number[] => (layout === 'NCHW' ? [1, 3, height, width] : [1, height, width, 3])

/** Whether a network takes pictures of this size. */
export const takesSize = (allowed: NetworkInput['size'], { width, height }: Size): boolean =>
  'multipleOf' in allowed
    ? width % allowed.multipleOf === 0 && height % allowed.multipleOf === 0
    : width === allowed.width && height === allowed.height
