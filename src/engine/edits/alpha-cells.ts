import type { Box, Size } from '#base/geometry.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import { pixelBox } from './alpha-patch.ts'

/** Side of a cell in pixels. */
const cellSide = 32

/** Whether all pixels of a cell are transparent, all opaque, or neither. */
const states = { transparent: 0, opaque: 1, mixed: 2 } as const

/** A summary of alpha by square cells, so that flat parts of a large picture are skipped. */
type AlphaCells = {
  readonly columns: number
  readonly rows: number
  readonly data: Uint8Array
}

export function measureCells(alpha: AlphaMask8): AlphaCells {
  const columns = Math.ceil(alpha.width / cellSide)
  const rows = Math.ceil(alpha.height / cellSide)
  const cells = { columns, rows, data: new Uint8Array(columns * rows) }
  measureAgain(cells, alpha, { x: 0, y: 0, width: alpha.width, height: alpha.height })
  return cells
}

/** Updates the cells after the pixels of `box` changed. */
export function measureAgain(cells: AlphaCells, alpha: AlphaMask8, box: Box): void {
  const { left, top, right, bottom } = cellsUnder(box, cells)
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      cells.data[row * cells.columns + column] = stateOf(alpha, column * cellSide, row * cellSide)
    }
  }
}

/** Whether alpha is 0 in all cells that a box touches, or 255 in all. */
export function isFlat(cells: AlphaCells, box: Box): boolean {
  const { left, top, right, bottom } = cellsUnder(box, cells)
  const state = cells.data[top * cells.columns + left]
  if (state === states.mixed) return false
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      if (cells.data[row * cells.columns + column] !== state) return false
    }
  }
  return true
}

/** A box of whole cells outside which alpha is 0; null if it is 0 everywhere. */
export function visibleBox({ columns, rows, data }: AlphaCells, size: Size): Box | null {
  let [left, top, right, bottom] = [columns, rows, -1, -1]
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (data[row * columns + column] === states.transparent) continue
      left = Math.min(left, column)
      top = Math.min(top, row)
      right = Math.max(right, column)
      bottom = row
    }
  }
  return pixelBox(left * cellSide, top * cellSide, (right + 1) * cellSide, (bottom + 1) * cellSide, size)
}

const cellsUnder = (box: Box, { columns, rows }: AlphaCells) => ({
  left: Math.floor(box.x / cellSide),
  top: Math.floor(box.y / cellSide),
  right: Math.min(columns - 1, Math.floor((box.x + box.width - 1) / cellSide)),
  bottom: Math.min(rows - 1, Math.floor((box.y + box.height - 1) / cellSide)),
})

function stateOf({ width, height, data }: AlphaMask8, left: number, top: number): number {
  const first = data[top * width + left]
  if (first !== 0 && first !== 255) return states.mixed
  const right = Math.min(width, left + cellSide)
  const bottom = Math.min(height, top + cellSide)
  for (let y = top; y < bottom; y++) {
    for (let at = y * width + left, end = y * width + right; at < end; at++) {
      if (data[at] !== first) return states.mixed
    }
  }
  return first === 0 ? states.transparent : states.opaque
}
