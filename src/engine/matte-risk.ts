import type { AlphaMaskF32 } from './raster.ts'
import { resizePlane } from './resample/resize.ts'

/** Mattes are judged at this size, whatever pass made them. */
const side = 384
/** The share of the picture that a subject counts as having at least. */
const leastSubject = 0.005
/** A subject of a smaller share may be one that the network missed. */
const noSubject = 0.002

/** What tells of a wrong matte, from 0 to 1. */
type RiskMeasures = {
  /** The square root of what is undecided, to the area of the subject. */
  readonly uncertainty: number
  /** The square root of the difference to the matte of another pass; absent where there is none. */
  readonly difference?: number
}

/** The measures by which `matteRisk` judges. */
export function riskMeasures(matte: AlphaMaskF32, other?: AlphaMaskF32): RiskMeasures {
  const uncertainty = Math.sqrt(uncertaintyOf(onGrid(matte)))
  return other ? { uncertainty, difference: Math.sqrt(differenceOf(matte, other)) } : { uncertainty }
}

/** Printed by `npm run bench:risk`, which fits them on the photos for choosing. */
const alone = { constant: -4, uncertainty: 8.9 } as const
const besideAnother = { constant: -4, uncertainty: 5, difference: 3.6 } as const

/**
 * The probability that a matte has an IoU below 0.90 with the true one, from 0 to 1, by logistic regression: by how
 * undecided it is for the size of its subject, and by how far it is from the matte of another pass. A network does not
 * know by itself that it is wrong; where two networks or sizes disagree, one of them is (Lakshminarayanan et al.,
 * Simple and Scalable Predictive Uncertainty Estimation using Deep Ensembles, NeurIPS 2017).
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

/**
 * The share of their joint subject that only one of two mattes has: 1 less the intersection over union of fuzzy sets.
 */
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
 * How far alpha is from 0 and 1, summed over all pixels, to the area of the subject; 1 at most, and where there is no
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
 * Chosen with `npm run bench:crops`: what is undecided, what there is of the subject along the edges of the picture,
 * and its area.
 */
const filled = { undecided: 1.6, atEdges: 0.04, undecidedToo: 0.4, area: 0.2 } as const

/** What a matte knows of a subject that may fill the picture. */
export type KnownOfFilling = 'nothing' | 'something'

/**
 * Undefined unless the subject may fill the picture, so that the network took it for the background. Then much of the
 * matte is undecided, so that it knows nothing; or something of it and its subject, which is not small, reaches the
 * edges: networks take what all four edges cut off for background.
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

/** What looks with room count beside a matte that knows nothing, and beside one that knows something. */
const weights = { nothing: 0.6, something: 0.4 } as const
/**
 * A look that takes more of the picture, of which nothing was known, found the picture on the ground around it, and no
 * subject.
 */
const mostOfPicture = 0.9

/** What the matte `wider`, of a look with room around the picture, counts beside one that knows so much: 0 to 1. */
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
