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
export const isPast = ({ x, y }: Box): boolean => x < 0 || y < 0

/**
 * The part of a picture to look at again, in its pixels: the subject and what is around it, so that it gets more of the network's
 * pixels. Where it fills the picture, or where there is none, the window reaches past the picture: networks take what all four
 * edges cut off for background.
 */
export function closerWindow(matte: AlphaMaskF32, { width, height }: Size): Box {
  const { data } = resizePlane(matte, { width: side, height: side })
  const small = { width: side, height: side, data: Uint8ClampedArray.from(data, (alpha) => alpha * 255) }
  const box = cropAroundSubject(small)
  if (!box || box.width * box.height > mostOfPicture * side * side) {
    const margin = (room - 1) / 2
    return { x: -margin * width, y: -margin * height, width: room * width, height: room * height }
  }
  const [across, down] = [width / side, height / side]
  return { x: box.x * across, y: box.y * down, width: box.width * across, height: box.height * down }
}

/** What shows through a window, at a network's size. Past the picture there is its own copy, blurred and stretched. */
export function throughWindow(picture: Raster, window: Box, size: Size): Raster {
  const seen = resizeRaster(picture, size, window)
  if (!isPast(window)) return seen
  const ground = resizeRaster(resizeRaster(picture, { width: 8, height: 8 }), size)
  for (let y = 0, at = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, at += 4) {
      const [u, v] = [
        window.x + ((x + 0.5) * window.width) / size.width,
        window.y + ((y + 0.5) * window.height) / size.height,
      ]
      if (u >= 0 && v >= 0 && u < picture.width && v < picture.height) continue
      seen.data.set(ground.data.subarray(at, at + 4), at)
    }
  }
  return seen
}

/** The longest side of a matte out of a window. */
const mostPixels = 2048

/** The matte of what showed through a window, laid onto the whole picture, 0 outside of the window: as fine as it was, or nearly. */
export function outOfWindow(matte: AlphaMaskF32, window: Box, picture: Size): AlphaMaskF32 {
  const [across, down] = [matte.width / window.width, matte.height / window.height]
  const whole = { width: picture.width * across, height: picture.height * down }
  const size = {
    width: Math.round(Math.max(matte.width, Math.min(mostPixels, whole.width))),
    height: Math.round(Math.max(matte.height, Math.min(mostPixels, whole.height))),
  }
  return resizePlane(matte, size, { x: -window.x * across, y: -window.y * down, ...whole })
}
