import type { Size } from '#base/geometry.ts'
import { cellsAround } from './click-grid.ts'

/** The largest piece that goes with a region, as a share of the region. */
const maxShare = 0.05

/**
 * Cells beside a region that has just become subject (or ground) whose own ground (or subject) it cuts off from all
 * other, in pieces far smaller than the region: rims and gaps that would each need another click. A piece that a click
 * decided stays as it is. `alpha` and `decided` are as in `apply-clicks.ts`, after the region was taken.
 */
export function cutOffCells(
  size: Size,
  { alpha, decided }: { readonly alpha: Float32Array; readonly decided: Uint8Array },
  region: readonly number[],
): number[] {
  const isSubject = alpha[region[0]] >= 0.5
  const isOther = (cell: number) => alpha[cell] >= 0.5 !== isSubject
  const isSeen = new Uint8Array(alpha.length)
  const cutOff: number[] = []
  for (const cell of region) {
    for (const start of cellsAround(size, cell)) {
      if (isSeen[start] || !isOther(start)) continue
      const piece = connectedCells(size, start, isOther, isSeen)
      if (piece.length <= maxShare * region.length && piece.every((at) => !decided[at])) cutOff.push(...piece)
    }
  }
  return cutOff
}

/** The cells that can be reached from `start` over sides of cells where `isIn`; marks them in `isSeen`. */
function connectedCells(
  { width, height }: Size,
  start: number,
  isIn: (cell: number) => boolean,
  isSeen: Uint8Array,
): number[] {
  isSeen[start] = 1
  const found = [start]
  for (let at = 0; at < found.length; at++) {
    const cell = found[at]
    const x = cell % width
    const visit = (near: number, isThere: boolean) => {
      if (!isThere || isSeen[near] || !isIn(near)) return
      isSeen[near] = 1
      found.push(near)
    }
    visit(cell - 1, x > 0)
    visit(cell + 1, x < width - 1)
    visit(cell - width, cell >= width)
    visit(cell + width, cell < width * (height - 1))
  }
  return found
}
