import { expect, test } from 'vitest'
import { outlinePath, type RegionMask } from '#engine/clicks/region-outline.ts'

const maskOf = (...rows: string[]): RegionMask => ({
  width: rows[0]?.length ?? 0,
  height: rows.length,
  data: Uint8Array.from(rows.join(''), (c) => Number(c === '#')),
})

/** The loops of a path as points. */
const loopsOf = (path: string) =>
  path
    .split('M')
    .filter(Boolean)
    .map((loop) =>
      loop
        .replace('Z', '')
        .split('L')
        .map((point) => point.split(' ').map(Number)),
    )

test('a cell is outlined through the middles of its sides', () => {
  const [loop = [], ...more] = loopsOf(outlinePath(maskOf('...', '.#.', '...'), { width: 30, height: 30 }))
  expect(more).toEqual([])
  expect(loop.sort()).toEqual([
    [10, 15],
    [15, 10],
    [15, 20],
    [20, 15],
  ])
})

test('a hole and an island have loops of their own', () => {
  const ring = maskOf('###.', '#.#.', '###.', '...#')
  expect(loopsOf(outlinePath(ring, { width: 4, height: 4 })).map((loop) => loop.length)).toHaveLength(2)
  expect(loopsOf(outlinePath(maskOf('#..#'), { width: 4, height: 1 }))).toHaveLength(2)
})

test('the outline ends at the borders of the picture', () => {
  const points = loopsOf(outlinePath(maskOf('##', '##'), { width: 100, height: 50 })).flat()
  expect(Math.min(...points.map(([x = 0]) => x))).toBe(0)
  expect(Math.max(...points.map(([, y = 0]) => y))).toBe(50)
})

test('nothing has no outline', () => {
  expect(outlinePath(maskOf('..', '..'), { width: 9, height: 9 })).toBe('')
})
