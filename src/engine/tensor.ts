import type { Size } from '#base/geometry.ts'
import type { Raster } from './raster.ts'
import { resizeRaster } from './resample/resize.ts'

/** How a network wants the numbers of a picture. */
export type TensorFormat = {
  /** Order of dimensions: 1x3xHxW or 1xHxWx3, channels R G B. */
  readonly layout: 'NCHW' | 'NHWC'
  /** A pixel value v of 0 to 255 becomes (v - mean) / deviation, per channel R G B. */
  readonly mean: readonly [number, number, number]
  readonly deviation: readonly [number, number, number]
}

/** What `toTensor` makes: (value - 128) / 256, planar. */
const canonical = { mean: 128, deviation: 256, layout: 'NCHW' } as const

/**
 * The whole raster squeezed to `size`, as a tensor of 1x3xHxW: planar R G B, (value - 128) / 256, so -0.5 to 0.5.
 * What is transparent is mid-grey, 0. `formatTensor` brings it to a network's own format.
 */
export function toTensor(raster: Raster, size: Size): Float32Array {
  const { data } = resizeRaster(raster, size)
  const pixels = size.width * size.height
  const tensor = new Float32Array(3 * pixels)
  for (let i = 0; i < pixels; i++) {
    const scale = data[i * 4 + 3] / (255 * 256)
    tensor[i] = (data[i * 4] - 128) * scale
    tensor[pixels + i] = (data[i * 4 + 1] - 128) * scale
    tensor[2 * pixels + i] = (data[i * 4 + 2] - 128) * scale
  }
  return tensor
}

/** A tensor of `toTensor` in another normalisation and layout; the same object where nothing changes, else a copy. */
export function formatTensor(tensor: Float32Array, { mean, deviation, layout }: TensorFormat): Float32Array {
  const isCanonical =
    layout === canonical.layout &&
    mean.every((value) => value === canonical.mean) &&
    deviation.every((value) => value === canonical.deviation)
  if (isCanonical) return tensor
  const pixels = tensor.length / 3
  const formatted = new Float32Array(tensor.length)
  const [step, channelStep] = layout === 'NCHW' ? [1, pixels] : [3, 1]
  for (const channel of [0, 1, 2] as const) {
    const scale = canonical.deviation / deviation[channel]
    const shift = (canonical.mean - mean[channel]) / deviation[channel]
    const from = channel * pixels
    for (let pixel = 0; pixel < pixels; pixel++)
      formatted[channel * channelStep + pixel * step] = tensor[from + pixel] * scale + shift
  }
  return formatted
}

/** The dimensions of the tensor of a picture of this size. */
export const tensorDimensions = (
  layout: TensorFormat['layout'],
  { width, height }: Size,
): readonly number[] => (layout === 'NCHW' ? [1, 3, height, width] : [1, height, width, 3])
