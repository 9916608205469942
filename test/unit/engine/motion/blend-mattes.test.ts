import { expect, test } from 'vitest'
import { addMatte, blendMattes, meanMatte, warpAccumulator } from '#engine/motion/blend-mattes.ts'
import { edge, firstRow, flat, plane, shifted } from '#support/carried-edge.ts'

const vote = (from: number, { dx = 0, confidence = 1, weight = 1, to = flat() } = {}) => ({
  matte: edge(from),
  warp: { flow: shifted(dx), confidence: plane(confidence), from: flat(), to },
  weight,
})

test('a matte follows the motion, which counts in pixels of the smaller flow', () => {
  expect(firstRow(blendMattes([vote(8, { dx: 2 })]))).toEqual(firstRow(edge(4)))
})

test('what comes from beyond the border is what the border shows', () => {
  expect(firstRow(blendMattes([vote(8, { dx: 20 })]))).toEqual(Array(12).fill(255))
})

test('votes count by trust and weight', () => {
  expect(blendMattes([vote(0, { weight: 0.75 }), vote(12, { weight: 0.25 })]).data[0]).toBeCloseTo(191, -1)
  expect(blendMattes([vote(0, { confidence: 0 }), vote(12)]).data[0]).toBeLessThan(20)
  expect(blendMattes([vote(0, { confidence: 0 }), vote(12, { confidence: 0 })]).data[0]).toBeCloseTo(127, -1)
})

test('a vote whose picture looks different at a pixel counts little there', () => {
  const other = flat()
  other.data[0] = 255
  const [first, second] = firstRow(blendMattes([vote(0), vote(12, { to: other })]))
  expect(first).toBeGreaterThan(245)
  expect(second).toBeCloseTo(127, -1)
})

test('a vote for "half" gives way to one that is sure', () => {
  const half = { ...vote(0), matte: { ...edge(0), data: edge(0).data.fill(128) } }
  expect(blendMattes([half, vote(12)]).data[0]).toBeLessThan(10)
  expect(blendMattes([half, half]).data[0]).toBe(128)
})

const warp = (dx = 0, confidence = 1) => ({
  flow: shifted(dx),
  confidence: plane(confidence),
  from: flat(),
  to: flat(),
})
const accumulated = (from: number) => addMatte(undefined, edge(from), 1)

test('a memory follows the motion', () => {
  const warped = warpAccumulator(accumulated(8), warp(2))
  expect(firstRow(meanMatte(addMatte(warped, edge(4), 1), undefined))).toEqual(firstRow(edge(4)))
})

test('one frame that says otherwise is overruled by those on both sides', () => {
  const all = firstRow(edge(0))
  const past = [edge(0), edge(0)].reduce(
    (memory, matte) => warpAccumulator(addMatte(memory, matte, 1), warp()),
    accumulated(0),
  )
  const own = addMatte(past, edge(12), 1)
  expect(meanMatte(own, past).data[0]).toBeGreaterThan(200)
  expect(firstRow(meanMatte(addMatte(past, edge(0), 1), past))).toEqual(all)
})

test('nothing is believed along a motion that explains nothing', () => {
  const past = warpAccumulator(accumulated(0), warp(0, 0))
  expect(meanMatte(addMatte(past, edge(12), 1), past).data[0]).toBe(0)
})

test('what was said fades step by step', () => {
  const near = warpAccumulator(accumulated(0), warp())
  const far = warpAccumulator(warpAccumulator(near, warp()), warp())
  const share = (memory: typeof near) => meanMatte(addMatte(memory, edge(12), 1), undefined).data[0] ?? 0
  expect(share(far)).toBeLessThan(share(near))
  expect(share(far)).toBeGreaterThan(90)
})
