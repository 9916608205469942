import { expect, test } from 'vitest'
import { noPlacement, type Placement } from '#contract/composition.ts'
import { noLines, snappedMove } from '#studio/composition/snap-lines.ts'

/** A subject of 100 x 200 px in the middle of a result of 400 x 800 px. */
const placed = {
  box: { x: 0.375, y: 0.375, width: 0.25, height: 0.25 },
  middle: { x: 0.5, y: 0.5 },
  area: { width: 400, height: 800 },
}
/** Where a subject that was moved by px of the screen is drawn to, and the lines that are shown. */
const moved = (x: number, y: number, more: Partial<Placement> = {}) => {
  const { placement, lines } = snappedMove({ ...noPlacement, x: x / 400, y: y / 400, ...more }, placed)
  return [Math.round(placement.x * 400), Math.round(placement.y * 400), lines]
}

test('a subject close to a line is drawn to it', () => {
  expect(moved(5, -6)).toEqual([0, 0, { x: 0.5, y: 0.5 }])
  expect(moved(7, -7)).toEqual([7, -7, noLines])
  // Its edge on that of the result, and on the margin of 20 px.
  expect(moved(-152, 283)).toEqual([-150, 280, { x: 0, y: 0.975 }])
  // Its middle on a third of the width.
  expect(moved(-66, 0)).toEqual([-67, 0, { x: 1 / 3, y: 0.5 }])
})

test('a turned subject lies on lines with what is seen of it', () => {
  // Lying, it is 200 px wide and 100 px high.
  expect(moved(-98, -30, { rotation: 90 })).toEqual([-100, -30, { x: 0, y: null }])
  expect(moved(-196, 3, { scale: 0.1, flip: true })).toEqual([-195, 0, { x: 0, y: 0.5 }])
})
