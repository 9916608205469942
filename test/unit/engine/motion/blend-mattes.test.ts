import { expect, test } from 'vitest'
import { blendMattes } from '#engine/motion/blend-mattes.ts'
import { addMatte, meanMatte, warpAccumulator } from '#engine/motion/matte-accumulator.ts'
import type { Flow } from '#engine/motion/optical-flow.ts'
import type { AlphaMask8, AlphaMaskF32 } from '#engine/raster.ts'

const size = { width: 12, height: 6 }
const half = { width: 6, height: 3 }

/** A matte of 12 x 6 pixels: 255 in the columns from `from` on. */
const edge = (from: number): AlphaMask8 => ({
  ...size,
  data: Uint8ClampedArray.from({ length: 72 }, (_, i) => (i % 12 >= from ? 255 : 0)),
})

/** The luma of a grey picture of that size. */
const flat = (): AlphaMask8 => ({ ...size, data: new Uint8ClampedArray(72).fill(90) })

/** A confidence of half that size. */
const plane = (value: number): AlphaMaskF32 => ({ ...half, data: new Float32Array(18).fill(value) })

/** A flow of half that size, `dx` of its own pixels to the right. */
const shifted = (dx: number): Flow => ({
  ...half,
  dx: new Float32Array(18).fill(dx),
  dy: new Float32Array(18),
})

const firstRow = ({ data }: AlphaMask8): number[] => [...data.subarray(0, 12)]

const weighted = (from: number, { dx = 0, confidence = 1, weight = 1, to = flat() } = {}) => ({
  matte: edge(from),
  warp: { flow: shifted(dx), confidence: plane(confidence), from: flat(), to },
  weight,
})

test('a matte is warped by a flow of smaller size', () => {
  expect(firstRow(blendMattes([weighted(8, { dx: 2 })]))).toEqual(firstRow(edge(4)))
})

test('positions outside the picture take the value of its border', () => {
  expect(firstRow(blendMattes([weighted(8, { dx: 20 })]))).toEqual(Array(12).fill(255))
})

test('a matte counts little where the luma differs', () => {
  const other = flat()
  other.data[0] = 255
  const [first, second] = firstRow(blendMattes([weighted(0), weighted(12, { to: other })]))
  expect(first).toBeGreaterThan(245)
  expect(second).toBeCloseTo(127, -1)
})

test('an alpha of one half counts less than a decided one', () => {
  const half = { ...weighted(0), matte: { ...edge(0), data: edge(0).data.fill(128) } }
  expect(blendMattes([half, weighted(12)]).data[0]).toBeLessThan(10)
  expect(blendMattes([half, half]).data[0]).toBe(128)
})

const warp = (dx = 0, confidence = 1) => ({
  flow: shifted(dx),
  confidence: plane(confidence),
  from: flat(),
  to: flat(),
})
const accumulated = (from: number) => addMatte(undefined, edge(from), 1)

test('an accumulator is warped along the flow', () => {
  const warped = warpAccumulator(accumulated(8), warp(2))
  expect(firstRow(meanMatte(addMatte(warped, edge(4), 1), undefined))).toEqual(firstRow(edge(4)))
})

test('a flow without confidence passes nothing on', () => {
  const past = warpAccumulator(accumulated(0), warp(0, 0))
  expect(meanMatte(addMatte(past, edge(12), 1), past).data[0]).toBe(0)
})

test('weights decay with each frame of distance', () => {
  const near = warpAccumulator(accumulated(0), warp())
  const far = warpAccumulator(warpAccumulator(near, warp()), warp())
  const share = (sums: typeof near) => meanMatte(addMatte(sums, edge(12), 1), undefined).data[0] ?? 0
  expect(share(far)).toBeLessThan(share(near))
  expect(share(far)).toBeGreaterThan(90)
})
