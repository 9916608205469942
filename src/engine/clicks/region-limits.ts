import type { ClickGrid } from './click-grid.ts'
import type { RegionCandidate } from './grow-regions.ts'
import type { IslandLimits } from './matte-islands.ts'

/**
 * Limits of a region: its share of all subject or background, larger for an even region, which is no guess; its growth,
 * as a multiple of the area that has its new label; its reach from the click, relative to the grid's longer side; its
 * area, as a multiple of the subject's.
 */
type RegionLimits = {
  readonly share: number
  readonly evenShare: number
  readonly growth: number
  readonly reach: number
  readonly ofSubject: number
}

const unlimited = Number.POSITIVE_INFINITY
/** A click that leaves almost nothing of the subject is usually a wrong guess. */
const firstLimits: RegionLimits = {
  share: 0.9,
  evenShare: 1,
  growth: unlimited,
  reach: unlimited,
  ofSubject: unlimited,
}
/** For later clicks: the rest is right already, and a guess that doubles a small subject is usually wrong. */
const laterLimits: RegionLimits = {
  share: 0.25,
  evenShare: 0.5,
  growth: 0.5,
  reach: 0.4,
  ofSubject: unlimited,
}
/** A wrong guess of this size harms a good matte little. */
const carefulLimits: RegionLimits = {
  share: 0.2,
  evenShare: 0.2,
  growth: unlimited,
  reach: 0.15,
  ofSubject: 0.04,
}
/** Below this share of subject or background, there are no limits. */
const least = 0.002

/** A careful click may still remove one of two separate subjects whole. */
export const carefulIsland: IslandLimits = { ofPicture: 0.25, ofOpen: 0.5 }

/**
 * A region without a clear outline may grow by at most so many times the area with its label. Else the first click
 * beside a small subject would take the background around it.
 */
const openEndedGrowth = 1

/** Returns a test whether a region is small enough for a click; `isCareful`: the matte is mostly right. */
export function regionLimit(
  { alpha, width, height }: Pick<ClickGrid, 'alpha' | 'width' | 'height'>,
  isCareful: boolean,
  isLater: boolean,
): (region: RegionCandidate) => boolean {
  const subject = subjectIn(alpha)
  const ground = alpha.length - subject
  const limits =
    isCareful && subject >= least * alpha.length ? carefulLimits : isLater ? laterLimits : firstLimits
  return (region) => {
    const [from, to] = alpha[region.order[0]] >= 0.5 ? [subject, ground] : [ground, subject]
    const changed = changedCells(alpha, region)
    return (
      region.size <= limits.ofSubject * Math.max(1, subject) &&
      region.reach <= limits.reach * Math.max(width, height) &&
      changed <= (region.isEven ? limits.evenShare : limits.share) * from &&
      (to < least * alpha.length || changed <= growthOf(region, limits) * to)
    )
  }
}

const growthOf = ({ isEven, isOpenEnded }: RegionCandidate, { growth }: RegionLimits): number =>
  Math.min(isEven ? unlimited : growth, isOpenEnded ? openEndedGrowth : unlimited)

const subjectIn = (alpha: Float32Array): number =>
  alpha.reduce((count, value) => count + Number(value >= 0.5), 0)

/** The number of a region's cells with the label of its centre. */
function changedCells(alpha: Float32Array, { order, size }: RegionCandidate): number {
  const isSubject = alpha[order[0]] >= 0.5
  let changed = 0
  for (let i = 0; i < size; i++) if (alpha[order[i]] >= 0.5 === isSubject) changed++
  return changed
}
