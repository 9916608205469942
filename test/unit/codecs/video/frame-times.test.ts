import { expect, test } from 'vitest'
import { toFrameTimes } from '#codecs/video/frame-times.ts'
import { framesIn, lastingOf } from '#codecs/video/time-range.ts'

const packets = (...timestamps: number[]) => timestamps.map((timestamp) => ({ timestamp, duration: 0.1 }))
const startsOf = (...timestamps: number[]) => {
  const times = toFrameTimes(packets(...timestamps), 1000)
  return times && [...times.startsSeconds].map((seconds) => Number(seconds.toFixed(6)))
}

test('packets come in the order of decoding, frames in that of display', () => {
  expect(startsOf(0, 0.3, 0.1, 0.2)).toEqual([0, 0.1, 0.2, 0.3])
})

test('time starts with the first frame, wherever the container starts', () => {
  expect(startsOf(7, 7.1, 7.2)).toEqual([0, 0.1, 0.2])
  expect(toFrameTimes(packets(7, 7.1), 1000)?.startSeconds).toBe(7)
})

test('what an edit list cut off is not shown, and a frame across the cut starts the video', () => {
  const times = toFrameTimes(packets(-0.3, -0.2, -0.06, 0.04, 0.14), 1000)
  expect(times?.startSeconds).toBe(0)
  expect([...(times?.startsSeconds ?? [])]).toEqual([0, 0.04, 0.14])
  expect([...(times?.stamps ?? [])]).toEqual([-0.06, 0.04, 0.14])
  expect(times?.durationSeconds).toBeCloseTo(0.24)
})

test('uneven times stay exactly as they are', () => {
  expect(startsOf(0, 0.033, 0.101, 0.5)).toEqual([0, 0.033, 0.101, 0.5])
})

test('a last frame of unknown length lasts as long as the others do', () => {
  const unknown = [0, 0.04, 0.08].map((timestamp) => ({ timestamp, duration: 0 }))
  expect(toFrameTimes(unknown, 1000)?.durationSeconds).toBeCloseTo(0.12)
})

test('without packets, or with none that is shown, there are no times', () => {
  expect(toFrameTimes([], 1000)).toBe(null)
  expect(toFrameTimes(packets(-1), 1000)).toBe(null)
})

test('a range holds the frames that start in it, from its beginning up to its end', () => {
  const times = toFrameTimes(packets(0, 0.1, 0.2, 0.3, 0.4), 1000)
  if (!times) throw new Error('no times')
  expect(framesIn(times, undefined)).toEqual({ first: 0, end: 5 })
  expect(framesIn(times, { fromSeconds: 0.1, toSeconds: 0.3 })).toEqual({ first: 1, end: 3 })
  expect(framesIn(times, { fromSeconds: 0.15, toSeconds: 9 })).toEqual({ first: 2, end: 5 })
  expect(framesIn(times, { fromSeconds: 2, toSeconds: 3 })).toEqual({ first: 5, end: 5 })
  expect(lastingOf(times, 4)).toBeCloseTo(0.1)
})
