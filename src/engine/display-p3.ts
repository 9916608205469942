import type { Rgb } from '#contract/color.ts'
import { convertRgb, type LightMatrix, srgbCurves } from './color/convert-rgb.ts'
import { encodeSrgb } from './color/srgb-transfer.ts'
import type { Raster } from './raster.ts'

/** Linear Display P3 to linear sRGB, both of D65 (CSS Color 4, section 17), in rows. */
export const displayP3Light: LightMatrix = [
  [1.2249401, -0.2249404, 0],
  [-0.0420569, 1.0420571, 0],
  [-0.0196376, -0.0786361, 1.0982735],
]

/** The other way round. */
const fromLinearSrgb: LightMatrix = [
  [0.8224621, 0.177538, 0],
  [0.0331942, 0.9668058, 0],
  [0.0170826, 0.0723974, 0.9105199],
]

/**
 * Turns RGBA of Display P3 into sRGB in place, 8 bits each; alpha stays. Colours that sRGB does not have become the
 * nearest it has in each channel.
 */
export const displayP3ToSrgb = (data: Uint8ClampedArray): void =>
  convertRgb(data, { light: srgbCurves, matrix: displayP3Light })

/** Turns RGBA of sRGB into Display P3 in place, 8 bits each; alpha stays. */
export const srgbToDisplayP3 = (data: Uint8ClampedArray): void =>
  convertRgb(data, { light: srgbCurves, matrix: fromLinearSrgb })

/** A copy of a picture in sRGB, in Display P3. */
export const rasterInDisplayP3 = ({ width, height, data }: Raster): Raster => {
  const wide = data.slice()
  srgbToDisplayP3(wide)
  return { width, height, data: wide }
}

/** A colour of sRGB in the numbers of Display P3. */
export const rgbInDisplayP3 = ({ r, g, b }: Rgb): Rgb => {
  const data = Uint8ClampedArray.of(r, g, b, 255)
  srgbToDisplayP3(data)
  return { r: data[0], g: data[1], b: data[2] }
}

/** How far a colour must be from the nearest of sRGB in any value of 255: further than values are rounded. */
const clearly = 2

/** Whether a picture in Display P3 shows any colour that sRGB does not have. */
export const hasWideColors = ({ data }: Raster): boolean => {
  const [light] = srgbCurves
  const [toRed, toGreen, toBlue] = displayP3Light
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue
    const [r, g, b] = [light[data[at]], light[data[at + 1]], light[data[at + 2]]]
    const red = toRed[0] * r + toRed[1] * g
    const green = toGreen[0] * r + toGreen[1] * g
    const blue = toBlue[0] * r + toBlue[1] * g + toBlue[2] * b
    const isWithin = red >= 0 && green >= 0 && blue >= 0 && red <= 1 && green <= 1 && blue <= 1
    if (!isWithin && isFar(data, at, [red, green, blue])) return true
  }
  return false
}

/** Whether the pixel `at` is clearly another colour than its light in sRGB without what is beyond 0 and 1. */
const isFar = (data: Uint8ClampedArray, at: number, light: readonly [number, number, number]): boolean => {
  const [r, g, b] = light.map((value) => Math.min(1, Math.max(0, value)))
  return fromLinearSrgb.some((row, channel) => {
    const nearest = 255 * encodeSrgb(row[0] * r + row[1] * g + row[2] * b)
    return Math.abs(nearest - data[at + channel]) > clearly
  })
}
