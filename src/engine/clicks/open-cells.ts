import { type Click, type ClickGrid, cellAt } from './click-grid.ts'

/** Alpha within this distance beyond one half is uncertain, so a region may extend there. */
const hesitation = 0.25
/** Distance in cells within which an opposite click takes back an earlier one. */
const samePlace = 3

/**
 * 1 for each cell that a click may change: cells that do not clearly have its label, except those under an earlier
 * opposite click, and those it decided (1 in `decided`) and is nearer to.
 */
export function openCells(
  grid: ClickGrid,
  click: Click,
  earlier: readonly Click[],
  decided: Uint8Array,
): Uint8Array {
  const { alpha, graph } = grid
  const { labels } = graph.segments
  const open = new Uint8Array(alpha.length)
  const seed = cellAt(grid, click)
  for (let cell = 0; cell < open.length; cell++) {
    const value = alpha[cell]
    open[cell] = Number(click.mode === 'keep' ? value < 0.5 + hesitation : value > 0.5 - hesitation)
  }
  const settled = click.mode === 'keep' ? 0 : 1
  for (const other of standing(grid, [...earlier, click])) {
    if (other.mode === click.mode) continue
    const place = cellAt(grid, other)
    for (let cell = 0; cell < open.length; cell++) {
      if (open[cell] === 0 || decided[cell] === 0 || alpha[cell] !== settled) continue
      if (squaredDistance(grid, cell, place) < squaredDistance(grid, cell, seed)) open[cell] = 0
    }
    const segment = labels[place]
    for (let i = graph.starts[segment]; i < graph.starts[segment + 1]; i++) {
      const cell = graph.cells[i]
      const isNearer =
        segment !== labels[seed] || squaredDistance(grid, cell, place) <= squaredDistance(grid, cell, seed)
      if (isNearer) open[cell] = 0
    }
  }
  open[seed] = 1
  return open
}

/** Whether two clicks are at the same place. */
export const isSamePlace = (grid: ClickGrid, one: Click, other: Click): boolean =>
  squaredDistance(grid, cellAt(grid, one), cellAt(grid, other)) <= samePlace ** 2

/** The clicks that no later opposite click took back. */
const standing = (grid: ClickGrid, clicks: readonly Click[]): readonly Click[] =>
  clicks.filter(
    (click, i) =>
      !clicks.slice(i + 1).some((later) => later.mode !== click.mode && isSamePlace(grid, click, later)),
  )

const squaredDistance = ({ width }: ClickGrid, one: number, other: number): number =>
  ((one % width) - (other % width)) ** 2 + (Math.floor(one / width) - Math.floor(other / width)) ** 2
