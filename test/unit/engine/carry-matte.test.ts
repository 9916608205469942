import { expect, test } from 'vitest'
import { carryMattes } from '#engine/carry-matte.ts'
import { edge, firstRow, flat, plane, shifted } from '#support/carried-edge.ts'

const vote = (from: number, { dx = 0, trust = 1, weight = 1, to = flat() } = {}) => ({
  matte: edge(from),
  way: { flow: shifted(dx), trust: plane(trust), from: flat(), to },
  weight,
})

test('a matte follows the motion, which counts in pixels of the smaller flow', () => {
  expect(firstRow(carryMattes([vote(8, { dx: 2 })]))).toEqual(firstRow(edge(4)))
})

test('what comes from beyond the border is what the border shows', () => {
  expect(firstRow(carryMattes([vote(8, { dx: 20 })]))).toEqual(Array(12).fill(255))
})

test('votes count by trust and weight', () => {
  expect(carryMattes([vote(0, { weight: 0.75 }), vote(12, { weight: 0.25 })]).data[0]).toBeCloseTo(191, -1)
  expect(carryMattes([vote(0, { trust: 0 }), vote(12)]).data[0]).toBeLessThan(20)
  expect(carryMattes([vote(0, { trust: 0 }), vote(12, { trust: 0 })]).data[0]).toBeCloseTo(127, -1)
})

test('a vote whose picture looks different at a pixel counts little there', () => {
  const other = flat()
  other.data[0] = 255
  const [first, second] = firstRow(carryMattes([vote(0), vote(12, { to: other })]))
  expect(first).toBeGreaterThan(245)
  expect(second).toBeCloseTo(127, -1)
})

test('a vote for "half" gives way to one that is sure', () => {
  const half = { ...vote(0), matte: { ...edge(0), data: edge(0).data.fill(128) } }
  expect(carryMattes([half, vote(12)]).data[0]).toBeLessThan(10)
  expect(carryMattes([half, half]).data[0]).toBe(128)
})
