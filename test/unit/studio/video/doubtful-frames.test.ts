import { expect, test } from 'vitest'
import { doubtfulFrames, nextFrameAfter } from '#studio/features/video/edit/doubtful-frames.ts'

const rated = (...doubts: readonly number[]) =>
  doubts.map((doubt, frame) => ({ seconds: frame / 10, doubt, flicker: 0 }))

test('each stretch in doubt is its worst frame', () => {
  const found = doubtfulFrames(rated(0.3, 0.1, 0.25, 0.5, 0.4, 0.2, 0.21))
  expect(found.map(({ seconds }) => seconds)).toEqual([0, 0.3, 0.6])
  expect(doubtfulFrames(rated(0.1, 0.2))).toEqual([])
  expect(doubtfulFrames([])).toEqual([])
})

test('the next frame in doubt is behind this one, or the first', () => {
  const frames = doubtfulFrames(rated(0.1, 0.3, 0.1, 0.3))
  expect(nextFrameAfter(frames, 0)).toBe(0)
  expect(nextFrameAfter(frames, 0.15)).toBe(1)
  expect(nextFrameAfter(frames, 0.35)).toBe(0)
  expect(nextFrameAfter([], 0)).toBeNull()
})
