import { expect, test } from 'vitest'
import { framesPerSecond, secondsLeft, updateThroughput } from '#studio/features/video/queue/throughput.ts'

test('speed and time left are known from five frames on', () => {
  let throughput = updateThroughput(null, { done: 0, total: 186 }, 0)
  throughput = updateThroughput(throughput, { done: 4, total: 186 }, 1000)
  expect(framesPerSecond(throughput)).toBeNull()
  expect(secondsLeft(throughput)).toBeNull()
  throughput = updateThroughput(throughput, { done: 6, total: 186 }, 1500)
  expect(framesPerSecond(throughput)).toBeCloseTo(4)
  expect(secondsLeft(throughput)).toBeCloseTo(45)
})

test('frames from before a reload do not count as speed', () => {
  let throughput = updateThroughput(null, { done: 100, total: 186 }, 0)
  throughput = updateThroughput(throughput, { done: 110, total: 186 }, 2000)
  expect(framesPerSecond(throughput)).toBeCloseTo(5)
})

test('speed is measured over recent frames and resets on a restart', () => {
  let throughput = updateThroughput(null, { done: 0, total: 1000 }, 0)
  for (let second = 1; second <= 60; second += 1)
    throughput = updateThroughput(
      throughput,
      { done: second <= 30 ? second * 10 : 300 + (second - 30) * 2, total: 1000 },
      second * 1000,
    )
  expect(framesPerSecond(throughput)).toBeCloseTo(2, 1)
  expect(updateThroughput(throughput, { done: 3, total: 1000 }, 61_000).samples).toHaveLength(1)
})
