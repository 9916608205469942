import type { VideoSamplePixelFormat } from 'mediabunny'
import type { Size } from '#base/geometry.ts'
import { fromYuv420, lumaWeights, type YuvCoding } from '#engine/color/yuv420.ts'
import type { Raster } from '#engine/raster.ts'
import { shrinkPlane } from '#engine/resample/shrink-plane.ts'

type Convertible = { copyTo(data: Uint8ClampedArray, options: VideoFrameCopyToOptions): Promise<unknown> }

/** The pixels of a frame as the browser converts them, to 8-bit sRGB. */
export const copyAsSrgb = async (frame: Convertible, { width, height }: Size): Promise<Uint8ClampedArray> => {
  const data = new Uint8ClampedArray(width * height * 4)
  await frame.copyTo(data, { format: 'RGBA', colorSpace: 'srgb' })
  return data
}

/**
 * Planes as 8-bit sRGB, converted as if they were opaque; a fourth plane is laid over it as alpha. (The browser
 * would premultiply.) The usual kinds are converted here: Chromium, on x86, weakens the blue of BT.709 by up to 15
 * of 255.
 */
export const planesToSrgb = async (planes: FramePlanes, colorSpace: VideoColorSpaceInit): Promise<Raster> => {
  const coding = codingOf(colorSpace)
  const isUsual = coding && (planes.format === 'I420' || planes.format === 'NV12')
  const raster = isUsual ? fromYuv420(yuvOf(planes), coding) : await byBrowser(planes, colorSpace)
  const alpha = planes.layout[3]
  if (alpha) {
    const { width, height, data } = raster
    for (let y = 0, to = 3; y < height; y++) {
      const row = alpha.offset + y * alpha.stride
      for (let x = 0; x < width; x++, to += 4) data[to] = planes.data[row + x]
    }
  }
  return raster
}

const matrices = {
  bt709: lumaWeights.bt709,
  smpte170m: lumaWeights.bt601,
  bt470bg: lumaWeights.bt601,
} as const

/** Null for what differs from sRGB by more than its coding: other primaries, high dynamic range. */
const codingOf = ({ primaries, transfer, matrix, fullRange }: VideoColorSpaceInit): YuvCoding | null => {
  const weights = matrix && matrices[matrix as keyof typeof matrices]
  const isUsual = primaries === 'bt709' || primaries === 'smpte170m'
  const isBright = transfer === 'bt709' || transfer === 'smpte170m' || transfer === 'iec61966-2-1'
  return weights && isUsual && isBright ? { weights, fullRange: fullRange ?? false } : null
}

const yuvOf = ({ width, height, format, data, layout }: FramePlanes) => {
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 }
  const isPaired = format === 'NV12'
  const [luma, blue] = layout
  const red = isPaired ? { ...blue, offset: blue.offset + 1 } : layout[2]
  const step = isPaired ? 2 : 1
  return {
    luma: { width, height, data, ...luma, step: 1 },
    blue: { ...half, data, ...blue, step },
    red: { ...half, data, ...red, step },
  }
}

const byBrowser = async (planes: FramePlanes, colorSpace: VideoColorSpaceInit): Promise<Raster> => {
  const { width, height, format, data, layout } = planes
  const frame = new VideoFrame(data, {
    // Newer names than TypeScript's: those of more than 8 bits.
    format: format as VideoPixelFormat,
    codedWidth: width,
    codedHeight: height,
    timestamp: 0,
    layout: layout.slice(0, 3),
    colorSpace,
  })
  try {
    return { width, height, data: await copyAsSrgb(frame, { width, height }) }
  } finally {
    frame.close()
  }
}

/** A frame's bytes as a decoder gives them. */
export type FramePlanes = Size & {
  readonly format: VideoSamplePixelFormat
  readonly data: Uint8Array
  readonly layout: readonly PlaneLayout[]
}

/**
 * The same frame at a smaller size, before its colours are converted, which is then a small matter: half the work
 * of converting a frame of 1920 x 1080 first. Its `format` has colours at half the size, apart or in turns.
 */
export const shrinkPlanes = (planes: FramePlanes, format: 'I420' | 'NV12', size: Size): FramePlanes => {
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
