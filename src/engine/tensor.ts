import type { Size } from '#base/geometry.ts'
import { isOpaque, type Raster } from './raster.ts'
import { resizeRaster } from './resample/resize.ts'

/** The input format of a network. */
export type TensorFormat = {
  /** Order of dimensions: 1x3xHxW or 1xHxWx3, channels R G B. */
  readonly layout: 'NCHW' | 'NHWC'
  /** A value v of 0 to 255 becomes (v - mean) / deviation, per channel R G B. */
  readonly mean: readonly [number, number, number]
  readonly deviation: readonly [number, number, number]
}

/** The format of `toTensor`: (value - 128) / 256, planar. */
const canonical = { mean: 128, deviation: 256, layout: 'NCHW' } as const

/**
 * The whole raster stretched to `size`, as a 1x3xHxW tensor: planar R G B, (value - 128) / 256, so -0.5 to 0.5.
 * Transparency becomes white; mid-grey or black if the picture is itself white. `formatTensor` converts it to a
 * network's format.
 */
export function toTensor(raster: Raster, size: Size): Float32Array {
  const resized = resizeRaster(raster, size)
  const { data } = resized
  const pixels = size.width * size.height
  const tensor = new Float32Array(3 * pixels)
  const ground = isOpaque(resized) ? grounds[0] : groundFor(data)
  for (let i = 0; i < pixels; i++) {
    const alpha = data[i * 4 + 3] / 255
    const scale = alpha / 256
    const rest = ((1 - alpha) * (ground - 128)) / 256
    tensor[i] = (data[i * 4] - 128) * scale + rest
    tensor[pixels + i] = (data[i * 4 + 1] - 128) * scale + rest
    tensor[2 * pixels + i] = (data[i * 4 + 2] - 128) * scale + rest
  }
  return tensor
}

/** Greys behind transparency, in order of preference. */
const grounds = [255, 128, 0] as const
/** Largest difference from the background at which a colour is hard to distinguish. */
const nearGround = 40
/** Share of visible pixels that may be near the preferred background. */
const mayBeNear = 0.1

/** The background with most contrast to visible pixels, so that the network sees the subject's edge. */
const groundFor = (data: Uint8ClampedArray): number => {
  const near = grounds.map(() => 0)
  let visible = 0
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]
    visible += alpha
    for (const [index, ground] of grounds.entries()) {
      const isNear =
        Math.abs(data[at] - ground) <= nearGround &&
        Math.abs(data[at + 1] - ground) <= nearGround &&
        Math.abs(data[at + 2] - ground) <= nearGround
      if (isNear) near[index] += alpha
    }
  }
  const [usual = 0] = near
  if (usual <= mayBeNear * visible) return grounds[0]
  return grounds[near.indexOf(Math.min(...near))] ?? grounds[0]
}

/** Converts a tensor of `toTensor` to another normalisation and layout; the same object if nothing changes. */
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

/** The tensor dimensions of a picture of this size. */
export const tensorDimensions = (
  layout: TensorFormat['layout'],
  { width, height }: Size,
): readonly number[] => (layout === 'NCHW' ? [1, 3, height, width] : [1, height, width, 3])
