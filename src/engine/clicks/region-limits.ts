import type { ClickGrid } from './click-grid.ts'
import type { RegionCandidate } from './grow-regions.ts'
import type { IslandLimits } from './matte-islands.ts'

/**
 * The limits of a region: its share of all subject or of all ground, and a larger share where the region is even, so
 * that it is no guess; how much it may add, as a multiple of what has its new label already; its reach from the click,
 * as a share of the grid's longer side; and its area, as a multiple of the subject's.
 */
type RegionLimits = {
  readonly share: number
  readonly evenShare: number
  readonly growth: number
  readonly reach: number
  readonly ofSubject: number
}

const unlimited = Number.POSITIVE_INFINITY
/** A click that leaves next to nothing of the subject is mostly a wrong guess. */
const firstLimits: RegionLimits = {
  share: 0.9,
  evenShare: 1,
  growth: unlimited,
  reach: unlimited,
  ofSubject: unlimited,
}
/** When clicks before it mended the rest already. A guess that doubles a small subject is mostly wrong. */
const laterLimits: RegionLimits = {
  share: 0.25,
  evenShare: 0.5,
  growth: 0.5,
  reach: 0.4,
  ofSubject: unlimited,
}
/** A wrong guess of this size does a good matte little harm. */
const carefulLimits: RegionLimits = {
  share: 0.2,
  evenShare: 0.2,
  growth: unlimited,
  reach: 0.15,
  ofSubject: 0.04,
}
/** Where less than this share of a picture is subject or ground, there is nothing to be careful about. */
const least = 0.002

/** One of two subjects that do not touch each other may go whole, however careful a click is. */
export const carefulIsland: IslandLimits = { ofPicture: 0.25, ofOpen: 0.5 }

/**
 * A region without a clear outline may add at most so many times what has its label already. Else the first click
 * beside a small subject would take the ground around it.
 */
const openEndedGrowth = 1

/** Tells which regions are small enough for a click: `isCareful` where the matte is mostly right. */
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

/** How many cells of a region are, like its middle, subject or ground. */
function changedCells(alpha: Float32Array, { order, size }: RegionCandidate): number {
  const isSubject = alpha[order[0]] >= 0.5
  let changed = 0
  for (let i = 0; i < size; i++) if (alpha[order[i]] >= 0.5 === isSubject) changed++
  return changed
}
