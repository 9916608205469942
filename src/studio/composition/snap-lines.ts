import { mapped } from '#base/affine.ts'
import { type Box, type Point, type Size, toPixels } from '#base/geometry.ts'
import type { Placement } from '#contract/composition.ts'
import { placementMap } from '#studio/viewer/placement-style.ts'

/** The lines to which a placed subject is aligned, in fractions of the result; null for none. */
type SnapLines = { readonly x: number | null; readonly y: number | null }

/** No line. */
export const noLines: SnapLines = { x: null, y: null }

/** The distance within which a subject snaps to a line, in px. */
const reachPx = 6
/** The margin along the edges, as a share of the shorter side. */
const margin = 0.05

type Placed = {
  /** The unplaced subject's box and its middle, in fractions of the result. */
  readonly box: Box
  readonly middle: Point
  /** The size of the result on the screen, in px. */
  readonly area: Size
}

/** Snaps a placement to near lines: the middle, thirds, edges and margins of the result. */
export const snappedMove = (
  placement: Placement,
  { box, middle, area }: Placed,
): { readonly placement: Placement; readonly lines: SnapLines } => {
  const unit = Math.min(area.width, area.height)
  const pivot = { x: middle.x * area.width, y: middle.y * area.height }
  const map = placementMap(placement, pivot, unit)
  const { x, y, width, height } = toPixels(box, area)
  const corners = [x, x + width].flatMap((left) =>
    [y, y + height].map((top) => mapped(map, { x: left, y: top })),
  )
  const across = nearest(
    corners.map((corner) => corner.x),
    area.width,
    unit * margin,
  )
  const down = nearest(
    corners.map((corner) => corner.y),
    area.height,
    unit * margin,
  )
  return {
    placement: {
      ...placement,
      x: placement.x + (across?.byPx ?? 0) / unit,
      y: placement.y + (down?.byPx ?? 0) / unit,
    },
    lines: { x: across?.at ?? null, y: down?.at ?? null },
  }
}

/** The nearest line along one axis, in fractions of `side`, and its distance; null if none is near. */
const nearest = (corners: readonly number[], side: number, marginPx: number) => {
  const [from, to] = [Math.min(...corners), Math.max(...corners)]
  const edge = marginPx / side
  const lines = [
    ...[1 / 2, 1 / 3, 2 / 3].map((at) => ({ at, byPx: at * side - (from + to) / 2 })),
    ...[0, edge].map((at) => ({ at, byPx: at * side - from })),
    ...[1, 1 - edge].map((at) => ({ at, byPx: at * side - to })),
  ]
  const [first] = lines.toSorted((a, b) => Math.abs(a.byPx) - Math.abs(b.byPx))
  return first && Math.abs(first.byPx) <= reachPx ? first : null
}
