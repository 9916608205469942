import type { Rgb } from '#contract/color.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'

/**
 * What stands under a mask that is not applied: the colours of a cut-out, opaque, wherever that shows anything, and the
 * photo around it.
 */
export const colorsUnderMask = (photo: Raster, cutout: Raster): Raster => {
  const data = photo.data.slice()
  for (let at = 0; at < data.length; at += 4) {
    if (cutout.data[at + 3] === 0) continue
    for (let channel = at; channel < at + 3; channel++) data[channel] = cutout.data[channel]
    data[at + 3] = 255
  }
  return { ...photo, data }
}

/** A shape in one colour, with straight alpha. */
export const paintShape = ({ width, height, data: alpha }: AlphaMask8, { r, g, b }: Rgb): Raster => {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let i = 0, at = 0; i < alpha.length; i++, at += 4) {
    data[at] = r
    data[at + 1] = g
    data[at + 2] = b
    data[at + 3] = alpha[i]
  }
  return { width, height, data }
}
