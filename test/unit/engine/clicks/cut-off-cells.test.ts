import { expect, test } from 'vitest'
import { cutOffCells } from '#engine/clicks/cut-off-cells.ts'

const size = { width: 20, height: 10 }
const cellsWhere = (isThere: (x: number, y: number) => boolean): number[] =>
  Array.from({ length: 200 }, (_, i) => i).filter((i) => isThere(i % 20, Math.floor(i / 20)))

/** A removed block of ten columns with a gap of two cells in it; the ten columns beside it are still subject. */
const gap = [84, 85]
const region = cellsWhere((x) => x < 10).filter((cell) => !gap.includes(cell))
const stateOf = (decidedCells: readonly number[] = []) => ({
  alpha: Float32Array.from({ length: 200 }, (_, i) => Number(!region.includes(i))),
  decided: Uint8Array.from({ length: 200 }, (_, i) => Number(region.includes(i) || decidedCells.includes(i))),
})

test('a gap in a removed block goes with it, the rest stays', () => {
  expect(cutOffCells(size, stateOf(), region).toSorted((a, b) => a - b)).toEqual(gap)
})

test('what an earlier click decided stays, however small', () => {
  expect(cutOffCells(size, stateOf([85]), region)).toEqual([])
})

test('a piece of more than a twentieth of the region stays', () => {
  const state = stateOf()
  const smaller = region.filter((cell) => ![64, 65, 104, 105].includes(cell))
  for (const cell of [64, 65, 104, 105]) state.alpha[cell] = 1
  expect(cutOffCells(size, state, smaller)).toEqual([])
})
