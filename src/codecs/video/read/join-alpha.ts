import type { Size } from '#base/geometry.ts'
import { copyAsSrgb } from './convert-planes.ts'

/**
 * The frame whose colours are those of `color` and whose alpha is the luma of `alpha`, a frame of the same size: WebM
 * stores them apart. Closes both.
 */
export const joinAlpha = async (color: VideoFrame, alpha: VideoFrame): Promise<VideoFrame> => {
  try {
    return await (color.format === 'I420' ? joinPlanes : joinPixels)(color, await readLuma(alpha))
  } finally {
    color.close()
    alpha.close()
  }
}

/** A value for each pixel, `step` bytes apart. */
type Luma = PlaneLayout & { readonly data: Uint8Array | Uint8ClampedArray; readonly step: number }

const readLuma = async (frame: VideoFrame): Promise<Luma> => {
  const size = sizeOf(frame)
  // Not of more than 8 bits.
  if (frame.format && /^(I4\d\d|NV12)$/.test(frame.format)) {
    const data = new Uint8Array(frame.allocationSize())
    const [luma] = await frame.copyTo(data)
    if (luma) return { ...luma, data, step: 1 }
  }
  return { data: await copyAsSrgb(frame, size), offset: 0, stride: size.width * 4, step: 4 }
}

const joinPlanes = async (color: VideoFrame, luma: Luma): Promise<VideoFrame> => {
  const { width, height } = sizeOf(color)
  // Firefox makes no frame in 4:2:0 of odd sides; such a one is a part of a larger one.
  const [halfWidth, halfHeight] = [(width + 1) >> 1, (height + 1) >> 1]
  const [codedWidth, codedHeight] = [2 * halfWidth, 2 * halfHeight]
  const [whole, quarter] = [codedWidth * codedHeight, halfWidth * halfHeight]
  const data = new Uint8Array(2 * whole + 2 * quarter)
  const layout = [
    { offset: 0, stride: codedWidth },
    { offset: whole, stride: halfWidth },
    { offset: whole + quarter, stride: halfWidth },
  ]
  await color.copyTo(data, { layout })
  for (let y = 0, to = whole + 2 * quarter; y < height; y++, to += codedWidth) {
    copyRow(luma, y, width, data, to, 1)
  }
  const visibleRect = { x: 0, y: 0, width, height }
  return new VideoFrame(data, { format: 'I420A', codedWidth, codedHeight, visibleRect, ...timesOf(color) })
}

const joinPixels = async (color: VideoFrame, luma: Luma): Promise<VideoFrame> => {
  const { width, height } = sizeOf(color)
  const data = await copyAsSrgb(color, { width, height })
  for (let y = 0; y < height; y++) copyRow(luma, y, width, data, y * width * 4 + 3, 4)
  return new VideoFrame(data, { format: 'RGBA', codedWidth: width, codedHeight: height, ...timesOf(color) })
}

const copyRow = (
  { data, offset, stride, step }: Luma,
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
