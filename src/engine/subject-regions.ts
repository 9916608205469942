import type { Box } from '#base/geometry.ts'
import type { AlphaMask8 } from './raster.ts'
import { minSubjectAlpha } from './subject-box.ts'

/** A connected part of a matte. */
export type SubjectRegion = {
  /** The smallest box around its pixels. */
  readonly box: Box
  /** The sum of its alpha. */
  readonly amount: number
}

/** Larger cells would join regions by thin traces of alpha; measured on clips, see docs/decisions.md. */
const cellSide = 2

type Cell = { left: number; top: number; right: number; bottom: number; amount: number }

/** The connected regions of a matte's subject, on cells of a few pixels that touch by side or corner. */
export function subjectRegions(matte: AlphaMask8): readonly SubjectRegion[] {
  const across = Math.ceil(matte.width / cellSide)
  const cells = cellsOf(matte, across)
  const regions: SubjectRegion[] = []
  for (let start = 0; start < cells.length; start++) {
    const region = cells[start]
    if (!region) continue
    const open = [start]
    cells[start] = undefined
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const x = at % across
      for (const step of [-across, 0, across])
        for (let side = x > 0 ? -1 : 0; side <= (x < across - 1 ? 1 : 0); side++) {
          const next = at + step + side
          const cell = cells[next]
          if (!cell) continue
          join(region, cell)
          cells[next] = undefined
          open.push(next)
        }
    }
    const { left, top, right, bottom, amount } = region
    regions.push({ box: { x: left, y: top, width: right + 1 - left, height: bottom + 1 - top }, amount })
  }
  return regions
}

function cellsOf({ width, data }: AlphaMask8, across: number): (Cell | undefined)[] {
  const down = Math.ceil(data.length / width / cellSide)
  const cells = new Array<Cell | undefined>(across * down)
  for (let i = 0; i < data.length; i++) {
    if (data[i] < minSubjectAlpha) continue
    const x = i % width
    const y = (i - x) / width
    const at = Math.floor(y / cellSide) * across + Math.floor(x / cellSide)
    const pixel = { left: x, top: y, right: x, bottom: y, amount: data[i] }
    const cell = cells[at]
    if (cell) join(cell, pixel)
    else cells[at] = pixel
  }
  return cells
}

function join(into: Cell, other: Cell): void {
  into.left = Math.min(into.left, other.left)
  into.top = Math.min(into.top, other.top)
  into.right = Math.max(into.right, other.right)
  into.bottom = Math.max(into.bottom, other.bottom)
  into.amount += other.amount
}
