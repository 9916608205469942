import { expect, test } from 'vitest'
import {
  doubtStretches,
  nextFrameAfter,
  uncertainFrames,
} from '#studio/features/video/edit/uncertain-frames.ts'

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

test('the edge of a clip is coloured where frames are in doubt', () => {
  const calm = rated(0, 0, 0.3, 0.4, 0)
  expect(doubtStretches(calm, 0.5)).toEqual([{ from: 0.4, to: 0.8, mark: 1 }])
  // What flickers needs no look of its own.
  const flickering = calm.map((rating, at) => ({ ...rating, flicker: at === 4 ? 0.5 : 0 }))
  expect(doubtStretches(flickering, 0.5).map(({ from, mark }) => [from, mark < 1])).toEqual([
    [0.4, false],
    [0.8, true],
  ])
})
