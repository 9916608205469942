import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  framesInTrim,
  initialTrim,
  maxPartSeconds,
  moveTrimEnd,
  rangeOf,
  samplePreviewTimes,
  secondsInTrim,
  type Trim,
  trimAfterKey,
} from '#library/videos/trim-range.ts'
import { blockText, partText } from '#studio/features/video/export/cost-text.ts'

const facts = { durationSeconds: 6, fps: 25, frames: 150 }

test('an end snaps to the nearest frame', () => {
  expect(moveTrimEnd(null, 'from', 1.03, facts)).toEqual({ fromSeconds: 1.04, toSeconds: 6 })
  expect(moveTrimEnd(null, 'to', 4.01, facts)).toEqual({ fromSeconds: 0, toSeconds: 4 })
})

test('a part from first to last frame is the whole video', () => {
  const part = moveTrimEnd(null, 'from', 2, facts)
  expect(moveTrimEnd(part, 'from', 0.01, facts)).toBeNull()
  expect(secondsInTrim(null, facts)).toBe(6)
  expect(framesInTrim(null, facts)).toBe(150)
})

test('no move makes a part empty, reversed or out of bounds', () => {
  const move = fc.record({
    end: fc.constantFrom('from' as const, 'to' as const),
    seconds: fc.double({ min: -5, max: 15, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(move, { minLength: 1, maxLength: 8 }), (moves) => {
      const part = moves.reduce<Trim>(
        (trim, { end, seconds }) => moveTrimEnd(trim, end, seconds, facts),
        null,
      )
      const { fromSeconds, toSeconds } = rangeOf(part, facts)
      expect(fromSeconds).toBeGreaterThanOrEqual(0)
      expect(toSeconds).toBeLessThanOrEqual(6)
      expect(toSeconds - fromSeconds).toBeGreaterThan(1.9 / 25)
      expect(framesInTrim(part, facts)).toBeGreaterThanOrEqual(2)
    }),
  )
})

test('keys move an end by a frame, a second or fully', () => {
  expect(trimAfterKey('ArrowRight', 1, facts)).toBeCloseTo(1.04)
  expect(trimAfterKey(',', 1, facts)).toBeCloseTo(0.96)
  expect(trimAfterKey('PageUp', 1, facts)).toBe(2)
  expect(trimAfterKey('Home', 1, facts)).toBe(0)
  expect(trimAfterKey('End', 1, facts)).toBe(6)
  expect(trimAfterKey('x', 1, facts)).toBeNull()
})

test('three sample frames lie within the part, apart from each other', () => {
  expect(samplePreviewTimes({ fromSeconds: 2, toSeconds: 4 }, facts)).toEqual([2.2, 3, 3.8])
})

const light = { bytes: 20_000_000, isLink: false }
const clip = (durationSeconds: number, fps = 30) => ({
  durationSeconds,
  fps,
  frames: Math.round(durationSeconds * fps),
})

test('the whole video is chosen where it is within the limits', () => {
  expect(initialTrim(clip(300.001), light)).toBeNull()
  expect(initialTrim(clip(60), { bytes: 100_000_000, isLink: false })).toBeNull()
  expect(initialTrim(clip(60), { bytes: 480_000_000, isLink: true })).toBeNull()
  expect(partText(clip(300), light)).toBeNull()
})

test('the first five minutes of a long video are chosen', () => {
  expect(initialTrim(clip(760, 25), light)).toEqual({ fromSeconds: 0, toSeconds: 300 })
  const ntsc = clip(760, 30_000 / 1001)
  expect(maxPartSeconds(ntsc, light)).toBeLessThanOrEqual(300)
  expect(maxPartSeconds(ntsc, light)).toBeGreaterThan(299.9)
  expect(partText(clip(760), light)).toBe('12:40 long: choose up to 5 minutes')
})

test('as much of a large file is chosen as may be sent', () => {
  const large = { bytes: 640_000_000, isLink: false }
  expect(maxPartSeconds(clip(300), large)).toBeCloseTo(46.87, 1)
  expect(partText(clip(300), large)).toBe('640 MB large: choose up to 0:46')
  expect(maxPartSeconds(clip(60), { bytes: 600_000_000, isLink: true })).toBeCloseTo(10)
})

test('every part that the handles allow can be started', () => {
  const move = fc.record({
    end: fc.constantFrom('from' as const, 'to' as const),
    seconds: fc.double({ min: -5, max: 900, noNaN: true }),
  })
  const facts = fc.record({
    durationSeconds: fc.double({ min: 301, max: 800, noNaN: true }),
    fps: fc.constantFrom(2, 23.976, 25, 29.97, 60),
    bytes: fc.integer({ min: 1_000_000, max: 900_000_000 }),
  })
  fc.assert(
    fc.property(facts, fc.array(move, { maxLength: 6 }), ({ durationSeconds, fps, bytes }, moves) => {
      const whole = clip(durationSeconds, fps)
      const weight = { bytes, isLink: false }
      const longest = maxPartSeconds(whole, weight)
      const part = moves.reduce<Trim>(
        (trim, { end, seconds }) => moveTrimEnd(trim, end, seconds, whole, longest),
        initialTrim(whole, weight),
      )
      const { fromSeconds, toSeconds } = rangeOf(part, whole)
      expect(fromSeconds).toBeGreaterThanOrEqual(0)
      expect(toSeconds).toBeLessThanOrEqual(durationSeconds)
      expect(blockText({ seconds: toSeconds - fromSeconds, durationSeconds, ...weight })).toBeNull()
    }),
  )
})

test('an end that is moved too far moves the other end', () => {
  const whole = clip(760, 25)
  const first = initialTrim(whole, light)
  expect(moveTrimEnd(first, 'to', 460, whole, 300)).toEqual({ fromSeconds: 160, toSeconds: 460 })
  expect(moveTrimEnd({ fromSeconds: 460, toSeconds: 760 }, 'from', 100, whole, 300)).toEqual({
    fromSeconds: 100,
    toSeconds: 400,
  })
  expect(moveTrimEnd(first, 'to', 100, whole, 300)).toEqual({ fromSeconds: 0, toSeconds: 100 })
})
