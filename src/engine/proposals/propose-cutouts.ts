import type { Size } from '#base/geometry.ts'
import { toClickGrid } from '#engine/clicks/click-grid.ts'
import type { FeatureMaps } from '#engine/clicks/feature-maps.ts'
import { islandAt } from '#engine/clicks/matte-islands.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { resizePlane } from '#engine/resample/resize.ts'
import { segmentParts } from './segment-parts.ts'

/** What other cut-outs are looked for in. */
export type ProposalScene = {
  /** A small copy of the picture, as for `applyClicks`. */
  readonly picture: Raster
  /** The matte whose place another may take. */
  readonly matte: AlphaMaskF32
  /** Null where the network's features are not there. */
  readonly features: FeatureMaps | null
  /** Mattes of other passes over the picture, the likeliest first. */
  readonly others?: readonly AlphaMaskF32[]
  /** The probability that a place shows a person; absent where nothing is known of people. */
  readonly people?: AlphaMaskF32
  /** The matte of a finer pass that was made later; absent where there is none. */
  readonly closer?: AlphaMaskF32
}

/** What a candidate is; the bench counts by it. */
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

/** A cut-out that may be meant. */
export type Candidate = { readonly kind: CandidateKind; readonly matte: AlphaMaskF32 }

/** Of a matte of haze, alpha above this is half of what is sure. */
const sureFrom = 0.8

/** As many are offered. */
export const maxProposals = 3

/** Two mattes that agree so far (intersection over union) are the same to whoever chooses. */
const sameFrom = 0.9
/** A proposal has at least this share of the picture, and leaves as much out. */
const leastShare = 0.005

/** As many stay where they are when a finer pass is added to those that are shown already. */
export const keptBeforeCloser = 2

/**
 * Other cut-outs that may be meant where a matte is uncertain, the likeliest first, at most `maxProposals`: none is
 * nearly the matte itself or another of them. A finer pass follows the first `keptBeforeCloser`, which are the same
 * with and without it.
 */
export function proposeCutouts(scene: ProposalScene): readonly Candidate[] {
  const { matte, closer } = scene
  const usual = distinct(matte, proposalCandidates(scene))
  if (!closer) return usual.slice(0, maxProposals)
  const added: Candidate = { kind: 'closer', matte: closer }
  return distinct(matte, usual.toSpliced(keptBeforeCloser, 0, added)).slice(0, maxProposals)
}

/** All that may be meant, the likeliest first. */
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

/** The candidates that are neither nearly the matte nor nearly an earlier one. */
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

/** The smallest size among the candidates: all of them are compared on it. */
const gridOf = (first: Size, candidates: readonly Candidate[]): Size => {
  const { width, height } = candidates.reduce(
    (least: Size, { matte }) => (matte.width * matte.height < least.width * least.height ? matte : least),
    first,
  )
  return { width, height }
}

const share = (values: Float32Array): number =>
  values.reduce((sum, value) => sum + Number(value >= 0.5), 0) / values.length

/** Intersection over union of alpha: a matte of haze is not the same as the whole of it. */
function overlap(one: Float32Array, other: Float32Array): number {
  let both = 0
  let either = 0
  for (let i = 0; i < one.length; i++) {
    both += Math.min(one[i], other[i])
    either += Math.max(one[i], other[i])
  }
  return either === 0 ? 1 : both / either
}

/** So many of the largest islands are looked at. */
const maxIslands = 3
/** Smaller islands, as a share of the largest, are specks and nobody's subject. */
const leastIslandShare = 0.03
/** Islands of any size. */
const anySize = { ofPicture: 1, ofOpen: 1 }

/**
 * The islands of a matte and their sums, as masks of 0 and 1: each of the three largest alone, the largest first, and
 * each pair of three. One mask where the matte is in one piece; none where it is empty. Haze around an island is part
 * of it.
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
