import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  framesInTrim,
  moveTrimEnd,
  rangeOf,
  samplePreviewTimes,
  secondsInTrim,
  type Trim,
  trimAfterKey,
} from '#studio/features/video/trim/trim-range.ts'

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
