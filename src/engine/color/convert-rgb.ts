import { decodeSrgb, encodeSrgb } from './srgb-transfer.ts'

type Triple = readonly [number, number, number]

/** Linear light in other primaries: each row gives one channel of it. */
export type LightMatrix = readonly [Triple, Triple, Triple]

/** Converts a picture into another colour space with the transfer function of sRGB. */
export type RgbConversion = {
  /** The light of each value of 8 bits, or of 16, of red, green and blue. */
  readonly light: readonly [Float32Array, Float32Array, Float32Array]
  readonly matrix: LightMatrix
}

const srgbLight = Float32Array.from({ length: 256 }, (_, value) => decodeSrgb(value / 255))

/** From one space with the transfer function of sRGB to another. */
export const srgbCurves: RgbConversion['light'] = [srgbLight, srgbLight, srgbLight]

/** Steps of light between 0 and 1: a step is a quarter of that between the two darkest values of sRGB. */
const steps = 16_384

/**
 * Converts RGBA in place, 8 bits each; alpha stays. Colours that the other space does not have become the nearest it
 * has in each channel.
 */
export function convertRgb(data: Uint8ClampedArray, { light, matrix }: RgbConversion): void {
  const values = Uint8ClampedArray.from({ length: steps + 1 }, (_, step) => 255 * encodeSrgb(step / steps))
  const [reds, greens, blues] = light
  const [toRed, toGreen, toBlue] = matrix
  const written = (to: Triple, r: number, g: number, b: number) =>
    values[(Math.min(1, Math.max(0, to[0] * r + to[1] * g + to[2] * b)) * steps + 0.5) | 0]
  for (let at = 0; at < data.length; at += 4) {
    const [r, g, b] = [reds[data[at]], greens[data[at + 1]], blues[data[at + 2]]]
    data[at] = written(toRed, r, g, b)
    data[at + 1] = written(toGreen, r, g, b)
    data[at + 2] = written(toBlue, r, g, b)
  }
}

/** Converts R G B in place, 16 bits each, in the same way; `light` is that of 16 bits. */
export function convertDeepRgb(data: Uint16Array, { light, matrix }: RgbConversion): void {
  // Between its steps the curve is straight to within a hundredth of a value of 16 bits.
  const last = 65_536
  const values = Float32Array.from({ length: last + 2 }, (_, step) => 65_535 * encodeSrgb(step / last))
  const [reds, greens, blues] = light
  const [toRed, toGreen, toBlue] = matrix
  const written = (to: Triple, r: number, g: number, b: number) => {
    const place = Math.min(1, Math.max(0, to[0] * r + to[1] * g + to[2] * b)) * last
    const step = place | 0
    return Math.min(65_535, values[step] + (values[step + 1] - values[step]) * (place - step)) + 0.5
  }
  for (let at = 0; at < data.length; at += 3) {
    const [r, g, b] = [reds[data[at]], greens[data[at + 1]], blues[data[at + 2]]]
    data[at] = written(toRed, r, g, b)
    data[at + 1] = written(toGreen, r, g, b)
    data[at + 2] = written(toBlue, r, g, b)
  }
}
