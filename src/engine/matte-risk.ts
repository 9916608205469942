import type { AlphaMaskF32 } from './raster.ts'
import { resizePlane } from './resample/resize.ts'

/** Size at which mattes are judged, independent of their pass. */
const side = 384
/** Smallest share of the picture used for a subject's area. */
const leastSubject = 0.005
/** Share below which the network may have missed the subject. */
const noSubject = 0.002

/** Measures of a wrong matte, 0 to 1. */
type RiskMeasures = {
  /** Square root of the undecided amount relative to the subject's area. */
  readonly uncertainty: number
  /** Square root of the difference to the matte of another pass. */
  readonly difference?: number
}

/** The inputs of `matteRisk`. */
export function riskMeasures(matte: AlphaMaskF32, other?: AlphaMaskF32): RiskMeasures {
  const uncertainty = Math.sqrt(uncertaintyOf(onGrid(matte)))
  return other ? { uncertainty, difference: Math.sqrt(differenceOf(matte, other)) } : { uncertainty }
}

/** Fitted on the photos for choosing by `npm run bench:risk`. */
const alone = { constant: -4, uncertainty: 8.9 } as const
const besideAnother = { constant: -4, uncertainty: 5, difference: 3.6 } as const

/**
 * The probability that a matte has an IoU below 0.90 with the true one, 0 to 1, by logistic regression on its
 * uncertainty and on its difference to the matte of another pass. A network cannot detect its own errors; where two
 * networks or sizes disagree, one is wrong (Lakshminarayanan et al., Simple and Scalable Predictive Uncertainty
 * Estimation using Deep Ensembles, NeurIPS 2017).
 */
export function matteRisk(matte: AlphaMaskF32, other?: AlphaMaskF32): number {
  const { uncertainty, difference } = riskMeasures(matte, other)
  const logit =
    difference === undefined
      ? alone.constant + alone.uncertainty * uncertainty
      : besideAnother.constant +
        besideAnother.uncertainty * uncertainty +
        besideAnother.difference * difference
  return 1 / (1 + Math.exp(-logit))
}

/** One minus the intersection over union of two mattes as fuzzy sets. */
function differenceOf(matte: AlphaMaskF32, other: AlphaMaskF32): number {
  const [a, b] = [onGrid(matte), onGrid(other)]
  let both = 0
  let either = 0
  for (let i = 0; i < a.length; i++) {
    both += Math.min(a[i], b[i])
    either += Math.max(a[i], b[i])
  }
  return either > 0 ? 1 - both / either : 0
}

const grids = new WeakMap<AlphaMaskF32, Float32Array>()
const onGrid = (matte: AlphaMaskF32): Float32Array => {
  const grid = grids.get(matte) ?? resizePlane(matte, { width: side, height: side }).data
  grids.set(matte, grid)
  return grid
}

/**
 * Distance of alpha from 0 and 1, summed over all pixels, relative to the subject's area; at most 1, and 1 without a
 * subject.
 */
function uncertaintyOf(alphas: Float32Array): number {
  let undecided = 0
  let area = 0
  for (const alpha of alphas) {
    undecided += 1 - Math.abs(2 * alpha - 1)
    area += alpha
  }
  if (area < noSubject * alphas.length) return 1
  return Math.min(1, undecided / Math.max(area, leastSubject * alphas.length))
}

/**
 * Chosen with `npm run bench:crops`: thresholds of the undecided amount, of the subject along the picture's edges, and
 * of its area.
 */
const filled = { undecided: 1.6, atEdges: 0.04, undecidedToo: 0.4, area: 0.2 } as const

/** What a matte contains of a subject that may fill the picture. */
export type KnownOfFilling = 'nothing' | 'something'

/**
 * Undefined unless the subject may fill the picture, so that the network took it for background. `nothing`: much of the
 * matte is undecided. `something`: part of it is, and the subject, which is not small, reaches the edges: networks take
 * what all four edges cut off for background.
 */
export function knownOfFilling(matte: AlphaMaskF32): KnownOfFilling | undefined {
  const alphas = onGrid(matte)
  let undecided = 0
  let area = 0
  for (const alpha of alphas) {
    undecided += 4 * alpha * (1 - alpha)
    area += alpha
  }
  const share = undecided / Math.max(area, leastSubject * alphas.length)
  if (share > filled.undecided) return 'nothing'
  const isLarge = area > filled.area * alphas.length
  return isLarge && share > filled.undecidedToo && atEdges(alphas) > filled.atEdges ? 'something' : undefined
}

/** Weights of looks with room beside a matte that contains nothing, and one that contains something. */
const weights = { nothing: 0.6, something: 0.4 } as const
/**
 * A look that selects more than this, beside a matte with nothing, found the picture on its surroundings instead of a
 * subject.
 */
const mostOfPicture = 0.9

/** The weight, 0 to 1, of `wider`, the matte of a look with room around the picture. */
export const weightOfRoom = (known: KnownOfFilling, wider: AlphaMaskF32): number => {
  const alphas = onGrid(wider)
  const isAll = alphas.reduce((sum, alpha) => sum + alpha, 0) > mostOfPicture * alphas.length
  return known === 'nothing' && isAll ? 0 : weights[known]
}

/** The mean alpha of the outermost pixels. */
const atEdges = (alphas: Float32Array): number => {
  let sum = 0
  for (let i = 0; i < side; i++)
    sum += alphas[i] + alphas[i * side] + alphas[(side - 1) * side + i] + alphas[i * side + side - 1]
  return sum / (4 * side)
}
