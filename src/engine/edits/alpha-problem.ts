import type { Size } from '#base/geometry.ts'
import { sumBoxes } from '#engine/box-sums.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { type ColorComparison, guessByColor } from './color-guess.ts'
import { explainedShare } from './explained-share.ts'
import type { AlphaProblem } from './solve-alpha.ts'

/** From the first alpha on a pixel counts as wholly subject, up to the second as wholly background; of 255. */
const sure = { subject: 242, background: 13 }
/** The weight of alpha as it was where it was settled. */
const settledWeight = 1
/** The share that colours must explain of alpha as it was for more to be kept of it. */
const leastExplained = 0.7

/** What is believed of the pixels whose alpha is to be found. */
export type AlphaBeliefs = ColorComparison & {
  /** The weights of the colour's guess, and of alpha as it was. */
  readonly colorWeight: number
  readonly beforeWeight: number
  /** What is added to the latter where colours explain alpha as it was; nothing where absent. */
  readonly explainedWeight?: number
  /** How far from any mixed pixel alpha counts as settled, in pixels. */
  readonly settledRadius: number
}

/** Whether an alpha of 0 to 255 is neither wholly subject nor wholly background. */
export const isMixed = (alpha: number): boolean => alpha > sure.background && alpha < sure.subject

/**
 * The problem of finding alpha where `unknown` is 1. What it was there is a hint, stronger where no mixed pixel is
 * near, and where it follows the colours already. Null where nothing around is wholly subject, or nothing wholly
 * background. All have one size.
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

/** 1 where alpha is known, and elsewhere where no pixel within the radius is mixed. */
function settledPixels(before: AlphaMask8, unknown: Uint8Array, radius: number): Uint8Array {
  const size: Size = before
  const mixed = new Float32Array(before.data).map((value) => Number(isMixed(value)))
  sumBoxes(mixed, size, radius, new Float32Array(mixed.length))
  return unknown.map((isUnknown, i) => Number(isUnknown === 0 || mixed[i] < 0.5))
}
