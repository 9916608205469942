import type { VideoSamplePixelFormat } from 'mediabunny'
import type { Size } from '#engine/raster.ts'
import { shrinkPlane } from '#engine/resample/shrink-plane.ts'

/** A frame's bytes as a decoder gives them. */
export type Planes = Size & {
  readonly format: VideoSamplePixelFormat
  readonly data: Uint8Array
  readonly layout: readonly PlaneLayout[]
}

/**
 * The same frame at a smaller size, before its colours are converted, which is then a small matter: half the work
 * of converting a frame of 1920 x 1080 first. Its `format` has colours at half the size, apart or in turns.
 */
export const shrunk = (planes: Planes, format: 'I420' | 'NV12', size: Size): Planes => {
  const half = { width: (size.width + 1) >> 1, height: (size.height + 1) >> 1 }
  const halfSource = { width: (planes.width + 1) >> 1, height: (planes.height + 1) >> 1 }
  const [luma, chroma] = [size.width * size.height, half.width * half.height]
  const into = new Uint8Array(luma + 2 * chroma)
  const shrink = (
    plane: number,
    skipped: number,
    step: number,
    source: Size,
    target: Size,
    start: number,
  ) => {
    const { offset, stride } = planes.layout[plane]
    const { data } = planes
    shrinkPlane({ ...source, data, offset: offset + skipped, stride, step }, target, into, start, 1)
  }
  shrink(0, 0, 1, planes, size, 0)
  const isPaired = format === 'NV12'
  shrink(1, 0, isPaired ? 2 : 1, halfSource, half, luma)
  shrink(isPaired ? 1 : 2, isPaired ? 1 : 0, isPaired ? 2 : 1, halfSource, half, luma + chroma)
  const layout = [
    { offset: 0, stride: size.width },
    { offset: luma, stride: half.width },
    { offset: luma + chroma, stride: half.width },
  ]
  return { ...size, format: 'I420', data: into, layout }
}
