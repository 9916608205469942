import { expect, test } from 'vitest'
import { rowsInView } from '#studio/items/rows-in-view.ts'

const indices = (...call: Parameters<typeof rowsInView>) => rowsInView(...call).map(({ at }) => at)
const view = { offsetPx: 7000, viewPx: 700, rowPx: 70 }

test('a long list renders the rows in view and six beside them', () => {
  const rows = indices(500, view, [])
  expect([rows[0], rows.at(-1), rows.length]).toEqual([94, 115, 22])
})

test('rows that are kept are rendered wherever the view is', () => {
  const rows = indices(500, view, [3, -1, 500, 100])
  expect([rows[0], rows[1], rows.length]).toEqual([3, 94, 23])
})

test('a list that became shorter than its offset renders its end', () => {
  expect(indices(20, view, [])).toEqual([13, 14, 15, 16, 17, 18, 19])
  expect(indices(3, view, [])).toEqual([0, 1, 2])
  expect(indices(0, view, [5])).toEqual([])
})

test('rows that are not rendered leave their room', () => {
  expect(
    rowsInView(500, view, [3])
      .map(({ beforePx }) => beforePx)
      .slice(0, 3),
  ).toEqual([210, 90 * 70, 0])
  expect(rowsInView(500, view, []).at(-1)?.afterPx).toBe((499 - 115) * 70)
})
