import type { Box, Size } from '#base/geometry.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { resizePlane, resizeRaster } from '#engine/resample/resize.ts'
import { cropAroundSubject } from '#engine/subject-box.ts'

/** The side in pixels at which a matte is searched for its subject. */
const side = 256
/** Above this share of the picture, cropping to the subject's box gains nothing. */
const mostOfPicture = 0.6
/** The size of a window around the whole picture, relative to it. */
const room = 4 / 3

/** Whether a window reaches past the picture. */
const isPast = ({ x, y }: Box): boolean => x < 0 || y < 0

/**
 * The part of a picture to look at again, in its pixels: around the subject, so that it gets more of the network's
 * pixels. If the subject fills the picture, or is missing, the window reaches past the picture, because networks take
 * content cut off by all four edges for background.
 */
export function closerWindow(matte: AlphaMaskF32, { width, height }: Size): Box {
  const { data } = resizePlane(matte, { width: side, height: side })
  const small = { width: side, height: side, data: Uint8ClampedArray.from(data, (alpha) => alpha * 255) }
  const box = cropAroundSubject(small)
  if (!box || box.width * box.height > mostOfPicture * side * side) return roomAround({ width, height })
  const [across, down] = [width / side, height / side]
  return { x: box.x * across, y: box.y * down, width: box.width * across, height: box.height * down }
}

/** A window with room on all sides of a picture. */
export const roomAround = ({ width, height }: Size): Box => {
  const margin = (room - 1) / 2
  return { x: -margin * width, y: -margin * height, width: room * width, height: room * height }
}

/** The picture in a window, at a network's size. Past the picture is its blurred and stretched copy. */
export function throughWindow(picture: Raster, window: Box, size: Size): Raster {
  if (!isPast(window)) return resizeRaster(picture, size, window)
  const [across, down] = [size.width / window.width, size.height / window.height]
  const seen = resizeRaster(picture, {
    width: Math.max(1, Math.round(picture.width * across)),
    height: Math.max(1, Math.round(picture.height * down)),
  })
  const whole = resizeRaster(resizeRaster(picture, { width: 8, height: 8 }), size)
  const [left, top] = [Math.round(-window.x * across), Math.round(-window.y * down)]
  for (let row = 0; row < seen.height; row++) {
    const pixels = seen.data.subarray(row * seen.width * 4, (row + 1) * seen.width * 4)
    whole.data.set(pixels, ((top + row) * size.width + left) * 4)
  }
  return whole
}

/** The longest side of a matte from a window in pixels. */
const mostPixels = 2048

/** Places the matte of a window in the whole picture, 0 outside the window, at about the same resolution. */
export function outOfWindow(matte: AlphaMaskF32, window: Box, picture: Size): AlphaMaskF32 {
  const [across, down] = [matte.width / window.width, matte.height / window.height]
  const whole = { width: picture.width * across, height: picture.height * down }
  const size = {
    width: Math.round(Math.max(matte.width, Math.min(mostPixels, whole.width))),
    height: Math.round(Math.max(matte.height, Math.min(mostPixels, whole.height))),
  }
  return resizePlane(matte, size, { x: -window.x * across, y: -window.y * down, ...whole })
}
