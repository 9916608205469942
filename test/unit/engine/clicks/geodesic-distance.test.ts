import { expect, test } from 'vitest'
import { geodesicDistances, stepLengths } from '#engine/clicks/geodesic-distance.ts'

const size = { width: 5, height: 3 }
const everywhere = new Uint8Array(15).fill(1)
const flat = stepLengths(size, [])
const rounded = (distances: Float32Array) => Array.from(distances, (value) => Math.round(value * 10) / 10)

test('distances on a flat picture are those of steps and diagonals', () => {
  expect(rounded(geodesicDistances(flat, 0, everywhere, 100))).toEqual([
    0, 1, 2, 3, 4, 1, 1.4, 2.4, 3.4, 4.4, 2, 2.4, 2.8, 3.8, 4.8,
  ])
})

test('a path goes round a wall', () => {
  const wall = everywhere.slice()
  for (const cell of [2, 7]) wall[cell] = 0
  const distances = rounded(geodesicDistances(flat, 0, wall, 100))
  expect(distances[2]).toBe(100)
  expect(distances[4]).toBe(5.7)
})

test('a step across an edge costs its price', () => {
  const data = Float32Array.of(0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1)
  expect(
    rounded(geodesicDistances(stepLengths(size, [{ data, price: 9 }]), 0, everywhere, 100)).slice(0, 5),
  ).toEqual([0, 1, 11, 12, 13])
})

test('nothing beyond the limit is reached', () => {
  expect(rounded(geodesicDistances(flat, 0, everywhere, 2)).slice(0, 5)).toEqual([0, 1, 2, 2, 2])
})
