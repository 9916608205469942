import { expect, test } from 'vitest'
import { carryMattes } from '#engine/carry-matte.ts'
import type { Flow } from '#engine/flow.ts'
import type { Alpha, Matte } from '#engine/raster.ts'

const size = { width: 12, height: 6 }
const half = { width: 6, height: 3 }

/** 255 in the columns from `from` on. */
const edge = (from: number): Alpha => ({
  ...size,
  data: Uint8ClampedArray.from({ length: 72 }, (_, i) => (i % 12 >= from ? 255 : 0)),
})
const plane = (value: number): Matte => ({ ...half, data: new Float32Array(18).fill(value) })
const shifted = (dx: number): Flow => ({
  ...half,
  dx: new Float32Array(18).fill(dx),
  dy: new Float32Array(18),
})
const firstRow = ({ data }: Alpha) => [...data.subarray(0, 12)]

test('a matte follows the motion, which counts in pixels of the smaller flow', () => {
  const carried = carryMattes([{ matte: edge(8), flow: shifted(2), trust: plane(1), weight: 1 }])
  expect(firstRow(carried)).toEqual(firstRow(edge(4)))
})

test('what comes from beyond the border is what the border shows', () => {
  const carried = carryMattes([{ matte: edge(8), flow: shifted(20), trust: plane(1), weight: 1 }])
  expect(firstRow(carried)).toEqual(Array(12).fill(255))
})

test('votes count by trust and weight', () => {
  const vote = (from: number, trust: number, weight: number) => ({
    matte: edge(from),
    flow: shifted(0),
    trust: plane(trust),
    weight,
  })
  expect(carryMattes([vote(0, 1, 0.75), vote(12, 1, 0.25)]).data[0]).toBeCloseTo(191, -1)
  expect(carryMattes([vote(0, 0, 0.75), vote(12, 1, 0.25)]).data[0]).toBeLessThan(20)
  expect(carryMattes([vote(0, 0, 1), vote(12, 0, 1)]).data[0]).toBeCloseTo(127, -1)
})

test('its own matte outweighs a vote that nothing speaks for', () => {
  const vote = { matte: edge(12), flow: shifted(0), trust: plane(0), weight: 1 }
  expect(carryMattes([vote], edge(0)).data[0]).toBeGreaterThan(245)
})
