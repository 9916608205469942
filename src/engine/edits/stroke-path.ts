import type { Box, Size } from '#base/geometry.ts'
import type { StrokeEdit } from '#contract/image-edits.ts'
import { pixelBox } from './alpha-patch.ts'

/** The brush at a point of its path: centre and radius in source pixels. */
export type BrushDisc = { readonly x: number; readonly y: number; readonly radius: number }

/** A part of a stroke, and the pixels that it may change. */
export type StrokePiece = { readonly discs: readonly BrushDisc[]; readonly box: Box }

/** Smallest radius: a brush without pressure still draws. */
const minRadius = 0.5
/** Largest deviation of a simplified path, as a share of the radius. */
const strayShare = 0.02
/** Longest side of a piece's path: this many pixels, or radii if more. */
const pieceSide = { pixels: 128, radii: 4 }
/** Maximum of discs per piece, and of points simplified at once, which limits the work of one turn. */
const maxDiscs = 128
/** The brush partly covers half a pixel around it. */
const softRim = 0.5

/**
 * Splits a stroke into pieces within the picture, so that the work depends on its length, not on its bounding box. Each
 * piece starts at the last one's end; parts outside the picture are omitted. Lazy, since a dense scribble has hundreds
 * of thousands.
 */
export function* strokePieces({ points, radius }: StrokeEdit, size: Size): Generator<StrokePiece> {
  const drawn = points.map(([x, y, pressure]) => ({ x, y, radius: Math.max(minRadius, radius * pressure) }))
  const path = simplifyPath(drawn, Math.max(0.2, strayShare * radius))
  const maxSide = Math.max(pieceSide.pixels, pieceSide.radii * radius)
  let discs: BrushDisc[] = path.slice(0, 1)
  let extent = extentOf(discs, 0)
  for (const [i, to] of path.entries()) {
    for (const [start, end] of stepsBetween(path[Math.max(0, i - 1)], to, maxSide, size)) {
      const isApart = discs.at(-1) !== start
      if (isApart || discs.length === maxDiscs || longerSide(unionOf(extent, extentOf([end], 0))) > maxSide) {
        const box = discs.length > 1 && boxOf(discs, size)
        if (box) yield { discs, box }
        discs = [start]
        extent = extentOf(discs, 0)
      }
      discs.push(end)
      extent = unionOf(extent, extentOf([end], 0))
    }
  }
  const box = (discs.length > 1 || path.length === 1) && boxOf(discs, size)
  if (box) yield { discs, box }
}

/**
 * The path with fewer points, at most `tolerance` pixels from the original in position and radius (Douglas & Peucker
 * 1973). Long paths are simplified in parts, since the time is quadratic.
 */
export function simplifyPath(discs: readonly BrushDisc[], tolerance: number): BrushDisc[] {
  const isKept = new Uint8Array(discs.length)
  isKept[0] = 1
  isKept[discs.length - 1] = 1
  const spans: [first: number, last: number][] = []
  for (let first = 0; first < discs.length - 1; first += maxDiscs) {
    const last = Math.min(first + maxDiscs, discs.length - 1)
    isKept[last] = 1
    spans.push([first, last])
  }
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span
    let farthest = -1
    let distance = tolerance
    for (let i = first + 1; i < last; i++) {
      const stray = strayOf(discs[i], discs[first], discs[last])
      if (stray <= distance) continue
      distance = stray
      farthest = i
    }
    if (farthest < 0) continue
    isKept[farthest] = 1
    spans.push([first, farthest], [farthest, last])
  }
  return discs.filter((_, i) => isKept[i] === 1)
}

const strayOf = (disc: BrushDisc, from: BrushDisc, to: BrushDisc): number => {
  const share = shareAlong(disc.x, disc.y, from, to)
  const x = from.x + (to.x - from.x) * share
  const y = from.y + (to.y - from.y) * share
  const radius = from.radius + (to.radius - from.radius) * share
  return Math.hypot(disc.x - x, disc.y - y) + Math.abs(disc.radius - radius)
}

/** The position of the point nearest to x, y on the segment between two centres, 0 to 1. */
const shareAlong = (x: number, y: number, from: BrushDisc, to: BrushDisc): number => {
  const dx = to.x - from.x
  const dy = to.y - from.y
  const length = dx * dx + dy * dy
  return length === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / length))
}

/** Steps of at most `maxSide` between two discs that may touch the picture. */
function* stepsBetween(
  from: BrushDisc,
  to: BrushDisc,
  maxSide: number,
  { width, height }: Size,
): Generator<readonly [BrushDisc, BrushDisc]> {
  if (from === to) return
  const count = Math.max(1, Math.ceil(Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) / maxSide))
  const reach = Math.max(from.radius, to.radius) + softRim
  const across = sharesWithin(from.x, to.x, -reach, width + reach)
  const down = sharesWithin(from.y, to.y, -reach, height + reach)
  const first = Math.max(0, Math.floor(Math.max(across[0], down[0]) * count))
  const end = Math.min(count, Math.ceil(Math.min(across[1], down[1]) * count) + 1)
  let last = first === 0 ? from : discBetween(from, to, first / count)
  for (let i = first; i < end; i++) {
    const next = i + 1 === count ? to : discBetween(from, to, (i + 1) / count)
    yield [last, next]
    last = next
  }
}

/**
 * The shares of the way between two values at which they enter and leave `least` to `most`; reversed if they never do.
 */
const sharesWithin = (from: number, to: number, least: number, most: number): readonly [number, number] => {
  const way = to - from
  if (way === 0) return from < least || from > most ? [1, -1] : [0, 1]
  const [one, other] = [(least - from) / way, (most - from) / way]
  return [Math.min(one, other), Math.max(one, other)]
}

const discBetween = (from: BrushDisc, to: BrushDisc, share: number): BrushDisc => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
  radius: from.radius + (to.radius - from.radius) * share,
})

type Extent = readonly [left: number, top: number, right: number, bottom: number]

const longerSide = ([left, top, right, bottom]: Extent): number => Math.max(right - left, bottom - top)

const unionOf = (a: Extent, b: Extent): Extent => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
]

const boxOf = (discs: readonly BrushDisc[], size: Size): Box | null => {
  const [left, top, right, bottom] = extentOf(discs, 1)
  return pixelBox(left - softRim, top - softRim, right + softRim, bottom + softRim, size)
}

/** Left, top, right and bottom of all discs, with `share` of their radius. */
const extentOf = (discs: readonly BrushDisc[], share: number): Extent => {
  const extent: [number, number, number, number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]
  for (const { x, y, radius } of discs) {
    extent[0] = Math.min(extent[0], x - radius * share)
    extent[1] = Math.min(extent[1], y - radius * share)
    extent[2] = Math.max(extent[2], x + radius * share)
    extent[3] = Math.max(extent[3], y + radius * share)
  }
  return extent
}
