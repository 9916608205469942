import { expect, test } from 'vitest'
import { frameRateOf } from '#codecs/video/frame-rate.ts'
import { toFrameTimes } from '#codecs/video/frame-times.ts'

const even = (count: number, fps: number, clockHz: number) =>
  Array.from({ length: count }, (_, index) => ({
    timestamp: Math.round((index / fps) * clockHz) / clockHz,
    duration: Math.round(clockHz / fps) / clockHz,
  }))

const rateOf = (packets: { timestamp: number; duration: number }[], clockHz: number) => {
  const times = toFrameTimes(packets, clockHz)
  if (!times) throw new Error('no times')
  return frameRateOf(times, clockHz)
}

const common = [12, 15, 24_000 / 1001, 24, 25, 30_000 / 1001, 30, 50, 60_000 / 1001, 60, 120]

test.each(common)('%f frames per second are told from a clock of milliseconds (WebM, MKV)', (fps) => {
  const { isVariable, durationSeconds, ...rate } = rateOf(even(200, fps, 1000), 1000)
  expect(rate.fps).toBe(fps)
  expect(isVariable).toBe(false)
  expect(durationSeconds).toBeCloseTo(200 / fps, 5)
})

test('a rate that is not common is the exact mean', () => {
  const { fps, isVariable } = rateOf(even(100, 17.32, 90_000), 90_000)
  expect(fps).toBeCloseTo(17.32, 3)
  expect(isVariable).toBe(false)
})

test('a round length is round, so that no second more is charged for (D-37)', () => {
  expect(rateOf(even(90, 30, 1000), 1000).durationSeconds).toBe(3)
  expect(rateOf(even(50, 25, 12_800), 12_800).durationSeconds).toBe(2)
})

test('frames left out make the rate variable, and its average counts those that are there', () => {
  const some = even(100, 25, 12_800).filter((_, index) => index % 7 !== 3 && index !== 50)
  const { fps, isVariable, durationSeconds } = rateOf(some, 12_800)
  expect(isVariable).toBe(true)
  expect(durationSeconds).toBeCloseTo(4)
  expect(fps).toBeCloseTo(some.length / 4)
})

test('a last frame that stands for long makes the rate variable', () => {
  const [first, second] = even(2, 25, 1000)
  if (!first || !second) throw new Error('no frames')
  const { isVariable, durationSeconds } = rateOf([first, { ...second, duration: 3 }], 1000)
  expect(isVariable).toBe(true)
  expect(durationSeconds).toBeCloseTo(3.04)
})

test('one frame has the rate of its length', () => {
  expect(rateOf([{ timestamp: 0, duration: 0.5 }], 1000)).toMatchObject({ fps: 2, durationSeconds: 0.5 })
})
