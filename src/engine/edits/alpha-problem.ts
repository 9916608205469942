import type { Size } from '#base/geometry.ts'
import { sumBoxes } from '#engine/box-sums.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { type ColorComparison, guessByColor } from './color-guess.ts'
import { explainedShare } from './explained-share.ts'
import type { AlphaProblem } from './solve-alpha.ts'

/** Alpha, of 255, from which a pixel is fully subject, and up to which it is fully background. */
const sure = { subject: 242, background: 13 }
/** Weight of the old alpha where it was settled. */
const settledWeight = 1
/** Share of the old alpha's variation that colours must explain to increase its weight. */
const leastExplained = 0.7

/** Weights for estimating alpha of unknown pixels. */
export type AlphaBeliefs = ColorComparison & {
  /** Weights of the colour guess, and of the old alpha. */
  readonly colorWeight: number
  readonly beforeWeight: number
  /** Added to `beforeWeight` where colours explain the old alpha; default 0. */
  readonly explainedWeight?: number
  /** Distance from mixed pixels beyond which alpha is settled, in pixels. */
  readonly settledRadius: number
}

/** Whether an alpha of 0 to 255 is neither fully subject nor fully background. */
export const isMixed = (alpha: number): boolean => alpha > sure.background && alpha < sure.subject

/**
 * The problem of estimating alpha where `unknown` is 1. The old alpha is a hint, stronger away from mixed pixels and
 * where it follows the colours. Null if no surrounding pixel is fully subject, or none fully background. All inputs
 * have one size.
 */
export function alphaProblem(
  picture: Raster,
  before: AlphaMask8,
  unknown: Uint8Array,
  beliefs: AlphaBeliefs,
): AlphaProblem | null {
  const { colorWeight, beforeWeight, explainedWeight = 0 } = beliefs
  const isSettled = settledPixels(before, unknown, beliefs.settledRadius)
  const isSure = (are: (value: number) => boolean) =>
    new Uint8Array(unknown.length).map((_, i) => Number(isSettled[i] === 1 && are(before.data[i])))
  const subject = isSure((value) => value >= sure.subject)
  const background = isSure((value) => value <= sure.background)
  if (!subject.includes(1) || !background.includes(1)) return null
  const { guess, trust } = guessByColor(picture, unknown, { subject, background }, beliefs)
  const alpha = new Float32Array(before.data).map((value) => value / 255)
  const explained = explainedWeight > 0 ? explainedShare(picture, alpha) : null
  for (let i = 0; i < trust.length; i++) {
    const color = trust[i] * colorWeight
    const sureness = explained ? Math.max(0, explained[i] - leastExplained) / (1 - leastExplained) : 0
    const kept = isSettled[i] === 1 ? settledWeight : beforeWeight + explainedWeight * sureness
    guess[i] = (guess[i] * color + alpha[i] * kept) / (color + kept)
    trust[i] = color + kept
  }
  return { picture, alpha, unknown, guess, trust }
}

/** 1 where alpha is known or no pixel within the radius is mixed. */
function settledPixels(before: AlphaMask8, unknown: Uint8Array, radius: number): Uint8Array {
  const size: Size = before
  const mixed = new Float32Array(before.data).map((value) => Number(isMixed(value)))
  sumBoxes(mixed, size, radius, new Float32Array(mixed.length))
  return unknown.map((isUnknown, i) => Number(isUnknown === 0 || mixed[i] < 0.5))
}
