import { decodeSrgb, encodeSrgb } from './srgb-transfer.ts'

type Triple = readonly [number, number, number]

/** Converts linear light to other primaries; each row gives one output channel. */
export type LightMatrix = readonly [Triple, Triple, Triple]

/** Converts a picture to another colour space with sRGB's transfer function. */
export type RgbConversion = {
  /** The light of each 8-bit or 16-bit value of red, green and blue. */
  readonly light: readonly [Float32Array, Float32Array, Float32Array]
  readonly matrix: LightMatrix
}

const srgbLight = Float32Array.from({ length: 256 }, (_, value) => decodeSrgb(value / 255))

/** The curves of a source with sRGB's transfer function. */
export const srgbCurves: RgbConversion['light'] = [srgbLight, srgbLight, srgbLight]

/** Quantisation steps of light: a quarter of the distance between sRGB's two darkest values. */
const steps = 16_384

/** Converts 8-bit RGBA in place, except alpha. Colours outside the target space are clipped per channel. */
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

/** Converts 16-bit RGB in place in the same way; `light` is for 16 bits. */
export function convertDeepRgb(data: Uint16Array, { light, matrix }: RgbConversion): void {
  // Linear interpolation between the steps is exact to a hundredth of a 16-bit value.
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
