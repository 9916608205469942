import type { Size } from '#base/geometry.ts'
import type { Raster } from '#engine/raster.ts'
import { sumBoxes } from './box-sums.ts'

/** Colour variance below which a window counts as flat (epsilon of the papers), colours from 0 to 1. */
const flatVariance = 1e-5

/** Multiplies a plane of alpha by the matting Laplacian of a picture. */
type MattingLaplacian = { readonly multiply: (alpha: Float32Array, out: Float32Array) => void }

/**
 * The matting Laplacian of closed-form matting (Levin, Lischinski & Weiss, TPAMI 2008) for windows of
 * (2 radius + 1)² pixels, without the matrix: its product with alpha is what alpha lacks to be, in every window, a
 * linear function of colour, and two rounds of box sums give it (He, Sun & Tang, CVPR 2010).
 */
export function mattingLaplacian(picture: Raster, radius: number): MattingLaplacian {
  const { width, height, data } = picture
  const size: Size = { width, height }
  const length = width * height
  const colors = [0, 1, 2].map((c) => Float32Array.from({ length }, (_, i) => data[i * 4 + c] / 255))
  const scratch = new Float32Array(length)
  const sumOf = (plane: Float32Array) => {
    sumBoxes(plane, size, radius, scratch)
    return plane
  }
  const counts = sumOf(new Float32Array(length).fill(1))
  const means = colors.map((plane) => sumOf(plane.slice()).map((sum, i) => sum / counts[i]))
  const inverse = inverseCovariances(colors, means, counts, sumOf)
  const sums = [0, 1, 2, 3].map(() => new Float32Array(length))

  return {
    multiply: (alpha, out) => {
      const [red, green, blue, plain] = sums
      for (let i = 0; i < length; i++) {
        const a = alpha[i]
        plain[i] = a
        red[i] = a * colors[0][i]
        green[i] = a * colors[1][i]
        blue[i] = a * colors[2][i]
      }
      for (const plane of sums) sumOf(plane)
      for (let i = 0, at = 0; i < length; i++, at += 6) {
        const share = 1 / counts[i]
        const mean = plain[i] * share
        const r = red[i] * share - means[0][i] * mean
        const g = green[i] * share - means[1][i] * mean
        const b = blue[i] * share - means[2][i] * mean
        red[i] = inverse[at] * r + inverse[at + 1] * g + inverse[at + 2] * b
        green[i] = inverse[at + 1] * r + inverse[at + 3] * g + inverse[at + 4] * b
        blue[i] = inverse[at + 2] * r + inverse[at + 4] * g + inverse[at + 5] * b
        plain[i] = mean - red[i] * means[0][i] - green[i] * means[1][i] - blue[i] * means[2][i]
      }
      for (const plane of sums) sumOf(plane)
      for (let i = 0; i < length; i++) {
        const fitted = red[i] * colors[0][i] + green[i] * colors[1][i] + blue[i] * colors[2][i] + plain[i]
        out[i] = counts[i] * alpha[i] - fitted
      }
    },
  }
}

/** For each window the inverse of its colours' covariance, a symmetric 3x3 matrix: six numbers. */
function inverseCovariances(
  colors: readonly Float32Array[],
  means: readonly Float32Array[],
  counts: Float32Array,
  sumOf: (plane: Float32Array) => Float32Array,
): Float32Array {
  const covariance = (c: number, d: number) => {
    const [one, other] = [colors[c], colors[d]]
    const products = sumOf(one.map((value, i) => value * other[i]))
    for (let i = 0; i < products.length; i++) {
      const flat = c === d ? flatVariance / counts[i] : 0
      products[i] = products[i] / counts[i] - means[c][i] * means[d][i] + flat
    }
    return products
  }
  const [redRed, redGreen, redBlue] = [covariance(0, 0), covariance(0, 1), covariance(0, 2)]
  const [greenGreen, greenBlue, blueBlue] = [covariance(1, 1), covariance(1, 2), covariance(2, 2)]
  const inverse = new Float32Array(counts.length * 6)
  for (let i = 0, at = 0; i < counts.length; i++, at += 6) {
    const rr = redRed[i]
    const rg = redGreen[i]
    const rb = redBlue[i]
    const gg = greenGreen[i]
    const gb = greenBlue[i]
    const bb = blueBlue[i]
    const i00 = gg * bb - gb * gb
    const i01 = rb * gb - rg * bb
    const i02 = rg * gb - rb * gg
    const scale = 1 / (rr * i00 + rg * i01 + rb * i02)
    inverse[at] = i00 * scale
    inverse[at + 1] = i01 * scale
    inverse[at + 2] = i02 * scale
    inverse[at + 3] = (rr * bb - rb * rb) * scale
    inverse[at + 4] = (rg * rb - rr * gb) * scale
    inverse[at + 5] = (rr * gg - rg * rg) * scale
  }
  return inverse
}
