import type { Box, Size } from '#base/geometry.ts'
import type { Padding, Ratio } from '#contract/crop.ts'

/** The subject's box plus padding in fractions of its sides, in whole pixels; it may extend beyond the image (D-15). */
export const padBox = (subject: Box, padding: Padding): Box => {
  const x = Math.round(subject.width * padding.x)
  const y = Math.round(subject.height * padding.y)
  return {
    x: subject.x - x,
    y: subject.y - y,
    width: subject.width + 2 * x,
    height: subject.height + 2 * y,
  }
}

/**
 * The smallest box of this ratio around `inner`, centred, in whole pixels. Along each axis it is moved into the image
 * if it fits, and else extends beyond it (D-14).
 */
export const ratioBox = (inner: Box, ratio: Ratio, image: Size): Box => {
  const aspect = ratio.width / ratio.height
  const width = Math.max(inner.width, Math.round(inner.height * aspect))
  const height = Math.max(inner.height, Math.round(inner.width / aspect))
  return {
    x: place(inner.x, inner.width, width, image.width),
    y: place(inner.y, inner.height, height, image.height),
    width,
    height,
  }
}

const place = (start: number, length: number, outer: number, image: number) => {
  const centred = start - Math.floor((outer - length) / 2)
  return outer > image ? centred : Math.min(Math.max(0, centred), image - outer)
}
