import type { Box, Size } from '#base/geometry.ts'
import type { UncertainPlace } from '#contract/image-answer.ts'
import { islandAt } from './clicks/matte-islands.ts'
import { undecided } from './matte-stability.ts'
import type { AlphaMask8 } from './raster.ts'

/** Cells along the longer side: the border of a sure subject is one cell wide, wider borders fill several. */
const cellsAlong = 48
/** Mean uncertainty from which a cell is part of a place; a thin border has less. */
const openFrom = 0.35
/** If no cell is so undecided, those near the maximum are the place. */
const shareOfMost = 0.7
const maxPlaces = 3
/** Places below this share of the largest one's uncertainty are omitted. */
const leastShare = 0.12
/** An area of this mean alpha that is mostly undecided is half transparent; else something may be missing. */
const halfFrom = { alpha: 0.3, uncertainty: 0.5 } as const
const anySize = { ofPicture: 1, ofOpen: 1 }

type Area = {
  readonly box: Box
  readonly uncertainty: number
  readonly alpha: number
  readonly cells: number
}

/**
 * The most undecided places of a matte, the largest first, at most three: connected uncertain areas (`undecided`), as
 * disjoint boxes in fractions of the picture. Empty if the matte is sure everywhere.
 */
export function uncertainPlaces(matte: AlphaMask8): readonly UncertainPlace[] {
  const grid = toCells(matte)
  const highest = grid.uncertainty.reduce((a, b) => Math.max(a, b), 0)
  if (highest === 0) return []
  const limit = Math.min(openFrom, highest * shareOfMost)
  const open = Uint8Array.from(grid.uncertainty, (uncertainty) => Number(uncertainty >= limit))
  const areas: Area[] = []
  for (let cell = 0; cell < open.length; cell++) {
    if (open[cell] === 0) continue
    const island = islandAt(grid, open, cell, anySize) ?? []
    for (const each of island) open[each] = 0
    areas.push(areaOf(grid, island))
  }
  const sorted = merged(areas).toSorted((a, b) => b.uncertainty - a.uncertainty)
  return sorted
    .slice(0, maxPlaces)
    .filter(({ uncertainty }) => uncertainty >= (sorted[0]?.uncertainty ?? 0) * leastShare)
    .map(({ box, uncertainty, alpha, cells }) => ({
      kind:
        alpha >= halfFrom.alpha * uncertainty && uncertainty >= halfFrom.uncertainty * cells
          ? 'seeThrough'
          : 'missing',
      box: {
        x: box.x / grid.width,
        y: box.y / grid.height,
        width: box.width / grid.width,
        height: box.height / grid.height,
      },
    }))
}

type Cells = Size & {
  /** Mean uncertainty per cell. */
  readonly uncertainty: Float32Array
  /** The uncertainty-weighted mean of alpha, times the cell's uncertainty. */
  readonly alpha: Float32Array
}

function toCells({ width, height, data }: AlphaMask8): Cells {
  const cellSide = Math.max(1, Math.max(width, height) / cellsAlong)
  const size = {
    width: Math.max(1, Math.round(width / cellSide)),
    height: Math.max(1, Math.round(height / cellSide)),
  }
  const [uncertainty, alpha, pixels] = Array.from(
    { length: 3 },
    () => new Float32Array(size.width * size.height),
  )
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor((y * size.height) / height) * size.width
    for (let x = 0; x < width; x++, at++) {
      const cell = row + Math.floor((x * size.width) / width)
      const weight = undecided(data[at])
      pixels[cell]++
      uncertainty[cell] += weight
      alpha[cell] += (weight * data[at]) / 255
    }
  }
  const mean = (sum: number, cell: number) => sum / pixels[cell]
  return { ...size, uncertainty: uncertainty.map(mean), alpha: alpha.map(mean) }
}

function areaOf({ width, uncertainty, alpha }: Cells, island: readonly number[]): Area {
  const columns = island.map((cell) => cell % width)
  const rows = island.map((cell) => Math.floor(cell / width))
  const [x, y] = [least(columns), least(rows)]
  return {
    box: { x, y, width: most(columns) - x + 1, height: most(rows) - y + 1 },
    uncertainty: island.reduce((sum, cell) => sum + uncertainty[cell], 0),
    alpha: island.reduce((sum, cell) => sum + alpha[cell], 0),
    cells: island.length,
  }
}

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b))
const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b))

/** Joins areas whose boxes overlap or touch, until none do. */
function merged(areas: readonly Area[]): readonly Area[] {
  const apart: Area[] = []
  for (const area of areas) {
    let joined = area
    for (let i = 0; i < apart.length; ) {
      if (!isTouching(apart[i].box, joined.box)) {
        i++
        continue
      }
      joined = join(joined, apart[i])
      apart.splice(i, 1)
      // The larger area may touch one already passed.
      i = 0
    }
    apart.push(joined)
  }
  return apart
}

const isTouching = (a: Box, b: Box): boolean =>
  a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height

function join(a: Area, b: Area): Area {
  const [x, y] = [Math.min(a.box.x, b.box.x), Math.min(a.box.y, b.box.y)]
  const right = Math.max(a.box.x + a.box.width, b.box.x + b.box.width)
  const bottom = Math.max(a.box.y + a.box.height, b.box.y + b.box.height)
  return {
    box: { x, y, width: right - x, height: bottom - y },
    uncertainty: a.uncertainty + b.uncertainty,
    alpha: a.alpha + b.alpha,
    cells: a.cells + b.cells,
  }
}
