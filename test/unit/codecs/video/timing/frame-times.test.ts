import { describe, expect, test } from 'vitest'
import { frameDuration, frameRateOf, framesInRange, toFrameTimes } from '#codecs/video/timing/frame-times.ts'

const packets = (...timestamps: number[]) => timestamps.map((timestamp) => ({ timestamp, duration: 0.1 }))
const startsOf = (...timestamps: number[]) => {
  const times = toFrameTimes(packets(...timestamps), 1000)
  return times && [...times.startsSeconds].map((seconds) => Number(seconds.toFixed(6)))
}

test('frames are sorted by display time, whatever the packet order', () => {
  expect(startsOf(0, 0.3, 0.1, 0.2)).toEqual([0, 0.1, 0.2, 0.3])
})

test('time starts with the first frame, wherever the container starts', () => {
  expect(startsOf(7, 7.1, 7.2)).toEqual([0, 0.1, 0.2])
  expect(toFrameTimes(packets(7, 7.1), 1000)?.startSeconds).toBe(7)
})

test('frames before the start of an edit list are left out', () => {
  const times = toFrameTimes(packets(-0.3, -0.2, -0.06, 0.04, 0.14), 1000)
  expect(times?.startSeconds).toBe(0)
  expect([...(times?.startsSeconds ?? [])]).toEqual([0, 0.04, 0.14])
  expect([...(times?.timestamps ?? [])]).toEqual([-0.06, 0.04, 0.14])
  expect(times?.durationSeconds).toBeCloseTo(0.24)
})

test('uneven frame times are kept exactly', () => {
  expect(startsOf(0, 0.033, 0.101, 0.5)).toEqual([0, 0.033, 0.101, 0.5])
})

test('a last frame of unknown length lasts as long as others', () => {
  const unknown = [0, 0.04, 0.08].map((timestamp) => ({ timestamp, duration: 0 }))
  expect(toFrameTimes(unknown, 1000)?.durationSeconds).toBeCloseTo(0.12)
})

test('a video without shown packets has no frame times', () => {
  expect(toFrameTimes([], 1000)).toBe(null)
  expect(toFrameTimes(packets(-1), 1000)).toBe(null)
})

test('a range holds the frames that start in it', () => {
  const times = toFrameTimes(packets(0, 0.1, 0.2, 0.3, 0.4), 1000)
  if (!times) throw new Error('no times')
  expect(framesInRange(times, undefined)).toEqual({ first: 0, end: 5 })
  expect(framesInRange(times, { fromSeconds: 0.1, toSeconds: 0.3 })).toEqual({ first: 1, end: 3 })
  expect(framesInRange(times, { fromSeconds: 0.15, toSeconds: 9 })).toEqual({ first: 2, end: 5 })
  expect(framesInRange(times, { fromSeconds: 2, toSeconds: 3 })).toEqual({ first: 5, end: 5 })
  expect(frameDuration(times, 4)).toBeCloseTo(0.1)
})

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

test.each(common)('%f frames per second are recognised on a millisecond clock', (fps) => {
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

test('a round duration stays round, so credits do too (D-37)', () => {
  expect(rateOf(even(90, 30, 1000), 1000).durationSeconds).toBe(3)
  expect(rateOf(even(50, 25, 12_800), 12_800).durationSeconds).toBe(2)
})

test('missing frames make the rate variable, and lower its average', () => {
  const some = even(100, 25, 12_800).filter((_, index) => index % 7 !== 3 && index !== 50)
  const { fps, isVariable, durationSeconds } = rateOf(some, 12_800)
  expect(isVariable).toBe(true)
  expect(durationSeconds).toBeCloseTo(4)
  expect(fps).toBeCloseTo(some.length / 4)
})

describe('frames of an even rate of which some are left out', () => {
  const dropped = (fps: number, clockHz: number) =>
    even(400, fps, clockHz).filter((_, index) => index % 37 !== 11 && index !== 200)

  test.each([24_000, 30_000, 60_000])('keep their place: %d/1001', (hz) => {
    for (const clockHz of [hz, 90_000, 600_000, 1000]) {
      const { isVariable, gridFps, fps } = rateOf(dropped(hz / 1001, clockHz), clockHz)
      expect([clockHz, isVariable, gridFps]).toEqual([clockHz, true, hz / 1001])
      expect(fps).toBeLessThan(hz / 1001)
    }
  })

  test('whole rates keep their place too', () => {
    for (const fps of [24, 25, 30, 60]) expect(rateOf(dropped(fps, 12_800), 12_800).gridFps).toBe(fps)
  })

  test('frames at any time have no place', () => {
    const any = even(60, 30, 90_000).map((packet, index) => ({
      ...packet,
      timestamp: packet.timestamp + 0.012 * Math.sin(index * index),
    }))
    expect(rateOf(any, 90_000)).toMatchObject({ isVariable: true })
    expect(rateOf(any, 90_000).gridFps).toBeUndefined()
    expect(rateOf(even(60, 30, 90_000), 90_000).gridFps).toBeUndefined()
  })
})

test('a long last frame makes the rate variable', () => {
  const [first, second] = even(2, 25, 1000)
  if (!first || !second) throw new Error('no frames')
  const { isVariable, durationSeconds } = rateOf([first, { ...second, duration: 3 }], 1000)
  expect(isVariable).toBe(true)
  expect(durationSeconds).toBeCloseTo(3.04)
})

test('a single frame has the rate of its duration', () => {
  expect(rateOf([{ timestamp: 0, duration: 0.5 }], 1000)).toMatchObject({ fps: 2, durationSeconds: 0.5 })
})
