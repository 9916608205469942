import { decodeSrgb, encodeSrgb } from './color/srgb-transfer.ts'

/** Linear Display P3 to linear sRGB, both of D65 (CSS Color 4, section 17), in rows. */
const toLinearSrgb = [
  [1.2249401, -0.2249404, 0],
  [-0.0420569, 1.0420571, 0],
  [-0.0196376, -0.0786361, 1.0982735],
] as const

/** Steps of light between 0 and 1: a step is a quarter of that between the two darkest values of sRGB. */
const steps = 16_384

/**
 * Turns RGBA of Display P3 into sRGB in place, 8 bits each; alpha stays. Colours that sRGB does not have become the nearest
 * it has in each channel.
 */
export function displayP3ToSrgb(data: Uint8ClampedArray): void {
  const light = Float32Array.from({ length: 256 }, (_, value) => decodeSrgb(value / 255))
  const values = Uint8ClampedArray.from({ length: steps + 1 }, (_, step) => 255 * encodeSrgb(step / steps))
  const [toRed, toGreen, toBlue] = toLinearSrgb
  const written = (to: readonly [number, number, number], r: number, g: number, b: number) =>
    values[(Math.min(1, Math.max(0, to[0] * r + to[1] * g + to[2] * b)) * steps + 0.5) | 0]
  for (let at = 0; at < data.length; at += 4) {
    const [r, g, b] = [light[data[at]], light[data[at + 1]], light[data[at + 2]]]
    data[at] = written(toRed, r, g, b)
    data[at + 1] = written(toGreen, r, g, b)
    data[at + 2] = written(toBlue, r, g, b)
  }
}
