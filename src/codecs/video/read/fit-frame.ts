import type { Size } from '#base/geometry.ts'
import type { Raster } from '#engine/raster.ts'

/** The tolerance of an aspect, since sides are whole pixels. */
export const aspectTolerance = 0.01

/** The largest size of this aspect (width by height) within `size`. */
export const fitFrame = (aspect: number, size: Size): Size => {
  const { width, height } = size
  if (Math.abs((aspect * height) / width - 1) < aspectTolerance) return size
  return {
    width: Math.min(width, Math.max(1, Math.round(height * aspect))),
    height: Math.min(height, Math.max(1, Math.round(width / aspect))),
  }
}

/** A frame centred in `size`, with black bars, or transparent ones if the video has alpha. */
export const padFrame = (frame: Raster, size: Size, hasAlpha: boolean): Raster => {
  if (frame.width === size.width && frame.height === size.height) return frame
  const data = new Uint8ClampedArray(size.width * size.height * 4)
  if (!hasAlpha) for (let at = 3; at < data.length; at += 4) data[at] = 255
  const [left, top] = [(size.width - frame.width) >> 1, (size.height - frame.height) >> 1]
  const rowBytes = frame.width * 4
  for (let y = 0; y < frame.height; y++)
    data.set(frame.data.subarray(y * rowBytes, (y + 1) * rowBytes), ((top + y) * size.width + left) * 4)
  return { ...size, data }
}
