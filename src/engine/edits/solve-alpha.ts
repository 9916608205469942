import type { Raster } from '#engine/raster.ts'
import { mattingLaplacian } from './matting-laplacian.ts'

/** A picture with partly known alpha. */
export type AlphaProblem = {
  readonly picture: Raster
  /** Alpha of every pixel, 0 to 1: known, or a first guess. */
  readonly alpha: Float32Array
  /** 1 where alpha is unknown. */
  readonly unknown: Uint8Array
  /** Alpha guessed from each pixel's colour, and its weight, 0 or more. */
  readonly guess: Float32Array
  readonly trust: Float32Array
}

/** Relative residual at which the solution suffices. */
const tolerance = 1e-2

/**
 * Solves for alpha: nearly linear in colour in every small window, equal to the known values, and near the guess by its
 * trust. Closed-form matting with a data term (Levin et al. 2008; Wang & Cohen, CVPR 2007), by at most `maxRounds`
 * conjugate gradient steps; fewer stay nearer to the initial alpha. Result 0 to 1.
 */
export function solveAlpha(
  { picture, alpha, unknown, guess, trust }: AlphaProblem,
  maxRounds: number,
): Float32Array {
  const laplacian = mattingLaplacian(picture, unknown)
  const pixels = indicesOf(unknown)
  const solution = alpha.slice()
  // Zero outside the unknown pixels.
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
