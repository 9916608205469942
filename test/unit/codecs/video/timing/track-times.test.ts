import { expect, test } from 'vitest'
import { contiguousRuns, frameDuration, framesInRange } from '#codecs/video/timing/frame-times.ts'
import { segmentedFrameTimes, withoutHiddenFrames } from '#codecs/video/timing/track-times.ts'

/** Ten frames of a tenth of a second, in the order of decoding. */
const packets = [0, 3, 1, 2, 4, 5, 8, 6, 7, 9].map((index) => ({
  timestamp: index / 10,
  duration: 0.1,
  isKey: index % 5 === 0,
}))
const times = (
  ...segments: readonly (readonly [fromSeconds: number, toSeconds: number, atSeconds: number])[]
) => {
  const found = segmentedFrameTimes(
    packets,
    1000,
    segments.map(([fromSeconds, toSeconds, atSeconds]) => ({ fromSeconds, toSeconds, atSeconds })),
  )
  if (!found) throw new Error('nothing is shown')
  return found
}
const rounded = (numbers: Iterable<number>) => [...numbers].map((number) => Number(number.toFixed(4)))

test('segments follow the order of the list, and may repeat', () => {
  const { timestamps, startsSeconds, durationSeconds, segmentStarts } = times(
    [0.5, 0.7, 0],
    [0.2, 0.4, 0.2],
    [0.5, 0.6, 0.4],
  )
  expect(rounded(timestamps)).toEqual([0.5, 0.6, 0.2, 0.3, 0.5])
  expect(rounded(startsSeconds)).toEqual([0, 0.1, 0.2, 0.3, 0.4])
  expect(durationSeconds).toBeCloseTo(0.5)
  expect(segmentStarts).toEqual([0, 2, 4])
})

test('a frame across a cut starts there, and fills gaps', () => {
  const found = times([0.25, 0.45, 1], [0.8, 1, 1.5])
  expect(found.startSeconds).toBe(1)
  expect(rounded(found.timestamps)).toEqual([0.2, 0.3, 0.4, 0.8, 0.9])
  expect(rounded(found.startsSeconds)).toEqual([0, 0.05, 0.15, 0.5, 0.6])
  expect(frameDuration(found, 2)).toBeCloseTo(0.35)
  expect(found.durationSeconds).toBeCloseTo(0.7)
})

test('a segment without frames in the track shows nothing', () => {
  expect(rounded(times([5, 6, 0], [0, 0.2, 1]).startsSeconds)).toEqual([0, 0.1])
  expect(segmentedFrameTimes(packets, 1000, [{ fromSeconds: 5, toSeconds: 6, atSeconds: 0 }])).toBe(null)
})

test('a range is read in runs of contiguous frames', () => {
  const found = times([0.5, 0.8, 0], [0.1, 0.4, 0.3])
  const runs = (range?: { fromSeconds: number; toSeconds: number }) =>
    contiguousRuns(found, framesInRange(found, range), 1000).map(({ first, end, endTimestamp }) => [
      first,
      end,
      ...rounded([endTimestamp]),
    ])
  expect(runs()).toEqual([
    [0, 3, 0.7005],
    [3, 6, 0.3005],
  ])
  expect(runs({ fromSeconds: 0.1, toSeconds: 0.35 })).toEqual([
    [1, 3, 0.7005],
    [3, 4, 0.2],
  ])
  expect(runs({ fromSeconds: 9, toSeconds: 10 })).toEqual([])
})

test.each([
  ['the time of the next frame', 0.04],
  ['a tick after the frame before', 0.001],
])('a frame of VP8 that is never shown is left out: %s', (_, hidden) => {
  const listed = [0, hidden, 0.04, 0.08].map((timestamp) => ({
    timestamp,
    duration: 0.04,
    isKey: timestamp === 0,
  }))
  expect(withoutHiddenFrames(listed)).toEqual(listed.filter((_, index) => index !== 1))
})

test('two packets of one time are one frame, with their key', () => {
  const listed = [false, true].map((isKey) => ({ timestamp: 0, duration: 0.04, isKey }))
  expect(withoutHiddenFrames(listed)).toMatchObject([{ timestamp: 0, isKey: true }])
})
