import type { Rgb } from '#contract/color.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'

/**
 * The content of a layer whose mask is not applied: opaque colours of the cut-out where it is visible, else the photo.
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
