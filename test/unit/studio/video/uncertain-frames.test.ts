import { expect, test } from 'vitest'
import { nextFrameAfter, uncertainFrames } from '#studio/features/video/edit/uncertain-frames.ts'

const rated = (...uncertainties: readonly number[]) =>
  uncertainties.map((uncertainty, frame) => ({ seconds: frame / 10, uncertainty, flicker: 0 }))

test('each stretch in doubt is its worst frame', () => {
  const found = uncertainFrames(rated(0.3, 0.1, 0.25, 0.5, 0.4, 0.2, 0.21))
  expect(found.map(({ seconds }) => seconds)).toEqual([0, 0.3, 0.6])
  expect(uncertainFrames(rated(0.1, 0.2))).toEqual([])
  expect(uncertainFrames([])).toEqual([])
})

test('the next frame in doubt is behind this one, or the first', () => {
  const frames = uncertainFrames(rated(0.1, 0.3, 0.1, 0.3))
  expect(nextFrameAfter(frames, 0)).toBe(0)
  expect(nextFrameAfter(frames, 0.15)).toBe(1)
  expect(nextFrameAfter(frames, 0.35)).toBe(0)
  expect(nextFrameAfter([], 0)).toBeNull()
})
