import type { Rgb } from '#contract/color.ts'
import { convertRgb, type LightMatrix, srgbCurves } from './color/convert-rgb.ts'
import { encodeSrgb } from './color/srgb-transfer.ts'
import type { Raster } from './raster.ts'

/** Linear Display P3 to linear sRGB, both with D65 (CSS Color 4, section 17), by rows. */
export const displayP3Light: LightMatrix = [
  [1.2249401, -0.2249404, 0],
  [-0.0420569, 1.0420571, 0],
  [-0.0196376, -0.0786361, 1.0982735],
]

/** The inverse. */
const fromLinearSrgb: LightMatrix = [
  [0.8224621, 0.177538, 0],
  [0.0331942, 0.9668058, 0],
  [0.0170826, 0.0723974, 0.9105199],
]

/** Converts 8-bit RGBA in place from Display P3 to sRGB, except alpha. Colours outside sRGB are clipped per channel. */
export const displayP3ToSrgb = (data: Uint8ClampedArray): void =>
  convertRgb(data, { light: srgbCurves, matrix: displayP3Light })

/** Converts 8-bit RGBA in place from sRGB to Display P3, except alpha. */
export const srgbToDisplayP3 = (data: Uint8ClampedArray): void =>
  convertRgb(data, { light: srgbCurves, matrix: fromLinearSrgb })

/** A copy of an sRGB picture in Display P3. */
export const rasterInDisplayP3 = ({ width, height, data }: Raster): Raster => {
  const wide = data.slice()
  srgbToDisplayP3(wide)
  return { width, height, data: wide }
}

/** An sRGB colour in Display P3. */
export const rgbInDisplayP3 = ({ r, g, b }: Rgb): Rgb => {
  const data = Uint8ClampedArray.of(r, g, b, 255)
  srgbToDisplayP3(data)
  return { r: data[0], g: data[1], b: data[2] }
}

/** Distance from sRGB, in any value of 255, that exceeds rounding. */
const clearly = 2

/** Whether a Display P3 picture has any colour outside sRGB. */
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

/** Whether clipping the pixel's sRGB light to 0 to 1 clearly changes its colour. */
const isFar = (data: Uint8ClampedArray, at: number, light: readonly [number, number, number]): boolean => {
  const [r, g, b] = light.map((value) => Math.min(1, Math.max(0, value)))
  return fromLinearSrgb.some((row, channel) => {
    const nearest = 255 * encodeSrgb(row[0] * r + row[1] * g + row[2] * b)
    return Math.abs(nearest - data[at + channel]) > clearly
  })
}
