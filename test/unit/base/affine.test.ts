import { expect, test } from 'vitest'
import { chained, inverse, lengthening, mapped } from '#base/affine.ts'

const [move, turn] = [
  [1, 0, 0, 1, 10, 20],
  [0, 2, -2, 0, 0, 0],
] as const

test('a chain of maps applies the last one first', () => {
  expect(mapped(chained(move, turn), { x: 1, y: 0 })).toEqual({ x: 10, y: 22 })
  expect(mapped(chained(turn, move), { x: 1, y: 0 })).toEqual({ x: -40, y: 22 })
})

test('an inverse leads back, and lengths tell the scale', () => {
  const map = chained(move, turn)
  expect(mapped(inverse(map), mapped(map, { x: 3, y: 7 }))).toEqual({ x: 3, y: 7 })
  expect(lengthening(map)).toBe(2)
})
