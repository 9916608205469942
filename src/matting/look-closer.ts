import type { Box, Size } from '#base/geometry.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { resizePlane, resizeRaster } from '#engine/resample/resize.ts'
import { cropAroundSubject } from '#engine/subject-box.ts'

/** The matte at this size is enough to find its subject. */
const side = 256
/** A subject whose box has more of the picture is not seen better by leaving the rest out. */
const mostOfPicture = 0.6
/** How much larger than the picture a window is whose subject reaches its edges. */
const room = 4 / 3

/** Whether a window reaches past the picture. */
const isPast = ({ x, y }: Box): boolean => x < 0 || y < 0

/**
 * The part of a picture to look at again, in its pixels: the subject and what is around it, so that it gets more of the
 * network's pixels. Where it fills the picture, or where there is none, the window reaches past the picture: networks
 * take what all four edges cut off for background.
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

/** What shows through a window, at a network's size. Past the picture there is its own copy, blurred and stretched. */
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

/** The longest side of a matte out of a window. */
const mostPixels = 2048

/**
 * The matte of what showed through a window, laid onto the whole picture, 0 outside of the window: as fine as it was,
 * or nearly.
 */
export function outOfWindow(matte: AlphaMaskF32, window: Box, picture: Size): AlphaMaskF32 {
  const [across, down] = [matte.width / window.width, matte.height / window.height]
  const whole = { width: picture.width * across, height: picture.height * down }
  const size = {
    width: Math.round(Math.max(matte.width, Math.min(mostPixels, whole.width))),
    height: Math.round(Math.max(matte.height, Math.min(mostPixels, whole.height))),
  }
  return resizePlane(matte, size, { x: -window.x * across, y: -window.y * down, ...whole })
}
