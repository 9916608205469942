import type { Raster } from '#engine/raster.ts'
import { mattingLaplacian } from './matting-laplacian.ts'

/** A picture whose alpha is known in part. */
export type AlphaProblem = {
  readonly picture: Raster
  /** Alpha of every pixel from 0 to 1: what is known, and a first guess of the rest. */
  readonly alpha: Float32Array
  /** 1 where alpha is to be found. */
  readonly unknown: Uint8Array
  /** What the colour of a pixel alone says of its alpha, and how sure that is: 0 or more. */
  readonly guess: Float32Array
  readonly trust: Float32Array
}

/** The residual, relative to the first one, at which the solution is good enough. */
const tolerance = 1e-2

/**
 * Solves for alpha: in every small window close to a linear function of colour, equal to what is known, and near the
 * guess as far as it is trusted. This is closed-form matting with a data term (Levin et al. 2008; Wang & Cohen, CVPR
 * 2007), solved by conjugate gradients in `maxRounds` at most; fewer rounds stay nearer to the alpha before. From 0 to
 * 1.
 */
export function solveAlpha(
  { picture, alpha, unknown, guess, trust }: AlphaProblem,
  maxRounds: number,
): Float32Array {
  const laplacian = mattingLaplacian(picture, unknown)
  const pixels = indicesOf(unknown)
  const solution = alpha.slice()
  // Zero everywhere else, and left so.
  const residual = new Float32Array(alpha.length)
  const product = new Float32Array(alpha.length)
  laplacian.multiply(solution, product)
  for (const i of pixels) residual[i] = trust[i] * (guess[i] - solution[i]) - product[i]
  const direction = residual.slice()
  let power = dot(residual, residual, pixels)
  const enough = power * tolerance * tolerance
  for (let round = 0; round < maxRounds && power > enough; round++) {
    laplacian.multiply(direction, product)
    for (const i of pixels) product[i] += trust[i] * direction[i]
    const step = power / dot(direction, product, pixels)
    for (const i of pixels) {
      solution[i] += step * direction[i]
      residual[i] -= step * product[i]
    }
    const next = dot(residual, residual, pixels)
    const share = next / power
    for (const i of pixels) direction[i] = residual[i] + share * direction[i]
    power = next
  }
  for (const i of pixels) solution[i] = Math.min(1, Math.max(0, solution[i]))
  return solution
}

const indicesOf = (unknown: Uint8Array): Int32Array => {
  const indices: number[] = []
  for (let i = 0; i < unknown.length; i++) if (unknown[i] === 1) indices.push(i)
  return Int32Array.from(indices)
}

const dot = (one: Float32Array, other: Float32Array, pixels: Int32Array): number => {
  let sum = 0
  for (const i of pixels) sum += one[i] * other[i]
  return sum
}
