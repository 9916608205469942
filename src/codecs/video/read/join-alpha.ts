import type { Size } from '#base/geometry.ts'
import { codedSize } from '#codecs/video/frame.ts'
import { copyAsSrgb, yuvOf } from './convert-planes.ts'

/**
 * Joins the colours of `color` and the luma of `alpha`, a frame of the same size, into one frame: WebM stores them
 * apart. Closes both.
 */
export const joinAlpha = async (color: VideoFrame, alpha: VideoFrame): Promise<VideoFrame> => {
  try {
    const luma = await readLuma(alpha)
    const { format } = color
    return format === 'I420' || format === 'NV12'
      ? await joinPlanes(color, format, luma)
      : await joinPixels(color, luma)
  } finally {
    color.close()
    alpha.close()
  }
}

/** A value for each pixel, `step` bytes apart. */
type Values = PlaneLayout & { readonly data: Uint8Array | Uint8ClampedArray; readonly step: number }

const readLuma = async (frame: VideoFrame): Promise<Values> => {
  const size = sizeOf(frame)
  // 8-bit formats only.
  if (frame.format && /^(I4\d\d|NV12)$/.test(frame.format)) {
    const data = new Uint8Array(frame.allocationSize())
    const [luma] = await frame.copyTo(data)
    if (luma) return { ...luma, data, step: 1 }
  }
  const data = await copyAsSrgb(frame, size)
  for (let at = 0; at < data.length; at += 4) data[at] = lumaOfGrey(data[at] ?? 0)
  return { data, offset: 0, stride: size.width * 4, step: 4 }
}

/** Firefox gives only greys, which map luma of 16 to 235 to 0 to 255. Alpha outside is mostly 0 or 255. */
const lumaOfGrey = (grey: number): number => (grey === 0 || grey === 255 ? grey : 16 + (grey * 219) / 255)

const joinPlanes = async (color: VideoFrame, format: 'I420' | 'NV12', alpha: Values): Promise<VideoFrame> => {
  const size = sizeOf(color)
  const coded = codedSize(size)
  const planes = new Uint8Array(color.allocationSize())
  const layout = await color.copyTo(planes)
  const { luma, blue, red } = yuvOf({ ...size, format, data: planes, layout })
  const [whole, halfWidth] = [coded.width * coded.height, (coded.width + 1) >> 1]
  const data = new Uint8Array(2 * whole + 2 * halfWidth * ((coded.height + 1) >> 1))
  let start = 0
  const put = (values: Values, { width, height }: Size, stride: number, rows: number) => {
    for (let y = 0; y < height; y++) copyRow(values, y, width, data, start + y * stride, 1)
    start += rows * stride
  }
  put(luma, size, coded.width, coded.height)
  for (const plane of [blue, red]) put(plane, plane, halfWidth, (coded.height + 1) >> 1)
  put(alpha, size, coded.width, coded.height)
  const [codedWidth, codedHeight] = [coded.width, coded.height]
  const visibleRect = { x: 0, y: 0, ...size }
  return new VideoFrame(data, { format: 'I420A', codedWidth, codedHeight, visibleRect, ...timesOf(color) })
}

const joinPixels = async (color: VideoFrame, alpha: Values): Promise<VideoFrame> => {
  const { width, height } = sizeOf(color)
  const data = await copyAsSrgb(color, { width, height })
  for (let y = 0; y < height; y++) copyRow(alpha, y, width, data, y * width * 4 + 3, 4)
  return new VideoFrame(data, { format: 'RGBA', codedWidth: width, codedHeight: height, ...timesOf(color) })
}

const copyRow = (
  { data, offset, stride, step }: Values,
  y: number,
  width: number,
  into: Uint8Array | Uint8ClampedArray,
  start: number,
  gap: number,
): void => {
  for (let x = 0, from = offset + y * stride, to = start; x < width; x++, from += step, to += gap)
    into[to] = data[from] ?? 0
}

const sizeOf = ({ visibleRect, codedWidth, codedHeight }: VideoFrame): Size => ({
  width: visibleRect?.width ?? codedWidth,
  height: visibleRect?.height ?? codedHeight,
})

const timesOf = ({ timestamp, duration }: VideoFrame) => ({
  timestamp,
  ...(duration === null ? {} : { duration }),
})
