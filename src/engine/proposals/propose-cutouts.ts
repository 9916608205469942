import type { Size } from '#base/geometry.ts'
import { toClickGrid } from '#engine/clicks/click-grid.ts'
import type { FeatureMaps } from '#engine/clicks/feature-maps.ts'
import { islandAt } from '#engine/clicks/matte-islands.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { resizePlane } from '#engine/resample/resize.ts'
import { segmentParts } from './segment-parts.ts'

/** The input of the search for alternative cut-outs. */
export type ProposalScene = {
  /** A small copy of the picture, as for `applyClicks`. */
  readonly picture: Raster
  /** The matte to replace. */
  readonly matte: AlphaMaskF32
  /** Null without a network's features. */
  readonly features: FeatureMaps | null
  /** Mattes of other passes, the most likely first. */
  readonly others?: readonly AlphaMaskF32[]
  /** Probability of a person at each place, if known. */
  readonly people?: AlphaMaskF32
  /** The matte of a later, finer pass, if any. */
  readonly closer?: AlphaMaskF32
}

/** The origin of a candidate, for statistics. */
export type CandidateKind =
  | 'pass'
  | 'closer'
  | 'island'
  | 'near'
  | 'hazy'
  | 'sure'
  | 'part'
  | 'people'
  | 'noPeople'
  | 'rest'

/** An alternative cut-out. */
export type Candidate = { readonly kind: CandidateKind; readonly matte: AlphaMaskF32 }

/** In a hazy matte, alpha above this becomes subject. */
const sureFrom = 0.8

/** Maximum of proposals. */
export const maxProposals = 3

/** Intersection over union from which two mattes look the same. */
const sameFrom = 0.9
/** Smallest share of the picture inside a proposal, and outside. */
const leastShare = 0.005

/** Number of shown proposals that stay first when a finer pass is added. */
export const keptBeforeCloser = 2

/**
 * Alternative cut-outs for an uncertain matte, the most likely first, at most `maxProposals`, all clearly different
 * from the matte and each other. A finer pass follows the first `keptBeforeCloser`, which do not depend on it.
 */
export function proposeCutouts(scene: ProposalScene): readonly Candidate[] {
  const { matte, closer } = scene
  const usual = distinct(matte, proposalCandidates(scene))
  if (!closer) return usual.slice(0, maxProposals)
  const added: Candidate = { kind: 'closer', matte: closer }
  return distinct(matte, usual.toSpliced(keptBeforeCloser, 0, added)).slice(0, maxProposals)
}

/** All candidates, the most likely first. */
export function proposalCandidates({
  picture,
  matte,
  features,
  others = [],
  people,
}: ProposalScene): readonly Candidate[] {
  const grid = toClickGrid(picture, matte, features ?? [])
  const { width, height, alpha } = grid
  const onGrid = (plane: AlphaMaskF32): Float32Array => resizePlane(plane, grid).data
  const of = (kind: CandidateKind, valueAt: (cell: number) => number): Candidate => ({
    kind,
    matte: { width, height, data: alpha.map((_, cell) => valueAt(cell)) },
  })
  const islands = largeIslands(grid, alpha)
  const persons = people && onGrid(people)
  const { near, apart, middle } = segmentParts(grid)
  const found: Candidate[] = others.map((other) => ({ kind: 'pass', matte: other }))
  if (persons && share(persons) >= leastShare) {
    found.push(of('people', (cell) => persons[cell]))
    found.push(of('people', (cell) => Math.max(persons[cell], alpha[cell])))
    found.push(of('noPeople', (cell) => Math.min(1 - persons[cell], alpha[cell])))
  }
  if (near) found.push(of('near', (cell) => near[cell]))
  found.push(of('hazy', (cell) => Math.min(1, alpha[cell] * 6)))
  if (islands.length > 1)
    for (const island of islands) found.push(of('island', (cell) => alpha[cell] * island[cell]))
  found.push(of('sure', (cell) => Math.max(0, alpha[cell] - sureFrom) / (1 - sureFrom)))
  if (apart) found.push(of('part', (cell) => apart[cell]))
  if (middle) found.push(of('part', (cell) => Math.max(alpha[cell], middle[cell])))
  if (middle) found.push(of('part', (cell) => Math.min(1 - alpha[cell], middle[cell])))
  found.push(of('rest', (cell) => 1 - alpha[cell]))
  return found
}

/** The candidates that differ clearly from the matte and from earlier ones. */
export function distinct(matte: AlphaMaskF32, candidates: readonly Candidate[]): readonly Candidate[] {
  const size = gridOf(candidates[0]?.matte ?? matte, candidates)
  const onSize = (plane: AlphaMaskF32) => resizePlane(plane, size).data
  const known = [onSize(matte)]
  return candidates.filter((candidate) => {
    const own = onSize(candidate.matte)
    const part = share(own)
    if (part < leastShare || part > 1 - leastShare) return false
    if (known.some((other) => overlap(own, other) > sameFrom)) return false
    known.push(own)
    return true
  })
}

/** The smallest candidate's size, on which all are compared. */
const gridOf = (first: Size, candidates: readonly Candidate[]): Size => {
  const { width, height } = candidates.reduce(
    (least: Size, { matte }) => (matte.width * matte.height < least.width * least.height ? matte : least),
    first,
  )
  return { width, height }
}

const share = (values: Float32Array): number =>
  values.reduce((sum, value) => sum + Number(value >= 0.5), 0) / values.length

/** Intersection over union of alpha: a hazy matte differs from its whole. */
function overlap(one: Float32Array, other: Float32Array): number {
  let both = 0
  let either = 0
  for (let i = 0; i < one.length; i++) {
    both += Math.min(one[i], other[i])
    either += Math.max(one[i], other[i])
  }
  return either === 0 ? 1 : both / either
}

/** Number of islands considered. */
const maxIslands = 3
/** Smaller islands, as a share of the largest, are specks. */
const leastIslandShare = 0.03
const anySize = { ofPicture: 1, ofOpen: 1 }

/**
 * Masks of a matte's islands: each of the three largest alone, the largest first, and each pair of three. One mask if
 * the matte is connected; none if it is empty. Haze around an island belongs to it.
 */
function largeIslands(size: Size, alpha: Float32Array): readonly Float32Array[] {
  const open = Uint8Array.from(alpha, (value) => Number(value >= haze))
  const islands: (readonly number[])[] = []
  for (let cell = 0; cell < open.length; cell++) {
    if (open[cell] === 0) continue
    const island = islandAt(size, open, cell, anySize) ?? []
    for (const each of island) open[each] = 0
    islands.push(island)
  }
  const sorted = islands.toSorted((a, b) => b.length - a.length)
  const least = (sorted[0]?.length ?? 0) * leastIslandShare
  const large = sorted.slice(0, maxIslands).filter(({ length }) => length >= least)
  const pairs =
    large.length === maxIslands ? large.map((_, i) => large.toSpliced(i, 1).flat()).toReversed() : []
  return [...large, ...pairs].map((cells) => {
    const mask = new Float32Array(alpha.length)
    for (const cell of cells) mask[cell] = 1
    return mask
  })
}

const haze = 0.1
