import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gapDoubt, type NetworkMatte } from '#engine/matte-gaps.ts'

const side = 140

type Rectangle = readonly [left: number, top: number, right: number, bottom: number]

/** 1 inside of `parts` and 0 inside of `gaps` and elsewhere; coordinates as on a picture of 140 x 140 pixels. */
const draw = (size: number, parts: readonly Rectangle[], gaps: readonly Rectangle[] = []) => {
  const data = new Float32Array(size * size)
  const scale = size / side
  const fill = ([left, top, right, bottom]: Rectangle, value: number) => {
    for (let y = top * scale; y < bottom * scale; y++)
      data.fill(value, Math.round(y) * size + left * scale, Math.round(y) * size + right * scale)
  }
  for (const part of parts) fill(part, 1)
  for (const gap of gaps) fill(gap, 0)
  return { width: size, height: size, data }
}

const body: Rectangle = [40, 30, 100, 120]
const chest: Rectangle = [64, 60, 76, 120]
const whole = draw(14, [body])

const doubtOf = (matte: NetworkMatte, ...sideMattes: NetworkMatte[]) => gapDoubt({ ...matte, sideMattes })

test('a certain hole that deeper stages do not see is doubted', () => {
  expect(doubtOf(draw(side, [body], [chest]), whole)).toBeGreaterThan(0.95)
  expect(doubtOf(draw(side, [body], [[60, 60, 76, 90]]), whole)).toBeGreaterThan(0.95)
})

test('a hole that deeper stages see as well is not doubted', () => {
  const open = draw(70, [body], [[60, 60, 80, 120]])
  expect(doubtOf(draw(side, [body], [[60, 60, 80, 120]]), open)).toBeLessThan(0.2)
})

test('the deeper stages have one vote each', () => {
  const holed = draw(side, [body], [chest])
  const nothing = draw(14, [])
  expect(doubtOf(holed, whole, nothing)).toBeCloseTo(doubtOf(holed, whole) / 2)
})

test('a whole subject is not doubted, whatever deeper stages see around it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 2, max: 80 }),
      fc.integer({ min: 2, max: 80 }),
      (left, top, width, height) => {
        const matte = draw(side, [[left, top, left + width, top + height]])
        expect(doubtOf(matte, draw(14, [[0, 0, side, side]]))).toBe(0)
      },
    ),
    { numRuns: 20 },
  )
})

test('a wide space between two subjects is no gap', () => {
  const two = draw(side, [
    [10, 30, 50, 120],
    [90, 30, 130, 120],
  ])
  expect(doubtOf(two, draw(14, [[0, 0, side, side]]))).toBe(0)
})

test('a hair-thin line is doubted less than a patch', () => {
  const line = doubtOf(draw(side, [body], [[69, 60, 70, 120]]), whole)
  expect(line).toBeGreaterThan(0)
  expect(line).toBeLessThan(0.4)
})

test('a network without side mattes is not doubted', () => {
  expect(gapDoubt(draw(side, [body], [chest]))).toBe(0)
})
