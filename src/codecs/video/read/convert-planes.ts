import type { VideoSamplePixelFormat } from 'mediabunny'
import type { Size } from '#base/geometry.ts'
import { fromYuvDeeply, fromYuvPlanes, type YuvPlanes } from '#engine/color/yuv-planes.ts'
import { fromYuv420, lumaWeights, type Yuv420, type YuvCoding } from '#engine/color/yuv420.ts'
import type { DeepPicture, Raster } from '#engine/raster.ts'
import { shrinkPlane } from '#engine/resample/shrink-plane.ts'

type Convertible = { copyTo(data: Uint8ClampedArray, options: VideoFrameCopyToOptions): Promise<unknown> }

/** The pixels of a frame as 8-bit sRGB, converted by the browser. */
export const copyAsSrgb = async (frame: Convertible, { width, height }: Size): Promise<Uint8ClampedArray> => {
  const data = new Uint8ClampedArray(width * height * 4)
  await frame.copyTo(data, { format: 'RGBA', colorSpace: 'srgb' })
  return data
}

/**
 * Converts planes to 8-bit sRGB without premultiplication, which a browser would apply; a fourth plane becomes alpha.
 * The usual formats are converted here, because Chromium on x86 weakens the blue of BT.709 by up to 15 of 255.
 */
export const planesToSrgb = async (planes: FramePlanes, colorSpace: VideoColorSpaceInit): Promise<Raster> => {
  const coding = codingOf(colorSpace)
  const isUsual = coding && (planes.format === 'I420' || planes.format === 'NV12')
  const yuv = isUsual ? null : yuvPlanesOf(planes)
  const raster = isUsual
    ? fromYuv420(yuvOf(planes), coding)
    : coding && yuv
      ? fromYuvPlanes(yuv, coding)
      : await byBrowser(planes, colorSpace)
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

/** Formats of three planes: the chroma subsampling, and the bit depth if above 8. */
const planarFormat = /^I(420|422|444)(?:P(10|12))?$/

/** Whether planes of this format have more than 8 bits a value. */
export const isDeepFormat = (format: VideoSamplePixelFormat): boolean =>
  planarFormat.exec(format)?.[2] !== undefined

/** Whether planes of this format are converted here rather than by the browser. */
export const isConvertedHere = (format: VideoSamplePixelFormat, colorSpace: VideoColorSpaceInit): boolean =>
  planarFormat.test(format) && codingOf(colorSpace) !== null

/** Converts planes to sRGB of 16 bits. Null for formats and colour spaces that only the browser converts. */
export const toDeepSrgb = (planes: FramePlanes, colorSpace: VideoColorSpaceInit): DeepPicture | null => {
  const coding = codingOf(colorSpace)
  const yuv = coding && yuvPlanesOf(planes)
  return yuv && fromYuvDeeply(yuv, coding)
}

const yuvPlanesOf = ({ width, height, format, data, layout }: FramePlanes): YuvPlanes | null => {
  const [, subsampling, depth] = planarFormat.exec(format) ?? []
  if (!subsampling) return null
  const values = depth ? new Uint16Array(data.buffer, data.byteOffset, data.byteLength >> 1) : data
  const [luma, blue, red] = layout.map(({ offset, stride }) =>
    depth ? { data: values, offset: offset >> 1, stride: stride >> 1 } : { data: values, offset, stride },
  )
  if (!luma || !blue || !red) return null
  const halved = { across: subsampling === '444' ? 0 : 1, down: subsampling === '420' ? 1 : 0 } as const
  return { width, height, luma, blue, red, bits: Number(depth ?? 8), halved }
}

/** The coding of a colour space; null if its primaries or range differ from sRGB. */
const codingOf = ({ primaries, transfer, matrix, fullRange }: VideoColorSpaceInit): YuvCoding | null => {
  const weights = matrix && matrices[matrix as keyof typeof matrices]
  const isUsual = primaries === 'bt709' || primaries === 'smpte170m'
  const isBright = transfer === 'bt709' || transfer === 'smpte170m' || transfer === 'iec61966-2-1'
  return weights && isUsual && isBright ? { weights, fullRange: fullRange ?? false } : null
}

/** The three planes of a frame in I420 or NV12, in place. */
export const yuvOf = ({ width, height, format, data, layout }: FramePlanes): Yuv420 => {
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
    // TypeScript does not list the formats of more than 8 bits yet.
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

/** The bytes of a frame as a decoder outputs them. */
export type FramePlanes = Size & {
  readonly format: VideoSamplePixelFormat
  readonly data: Uint8Array
  readonly layout: readonly PlaneLayout[]
}

/**
 * Scales the planes down before colour conversion, which halves the work for a frame of 1920 x 1080. Chroma has half
 * the size, in two planes (I420) or interleaved (NV12).
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
