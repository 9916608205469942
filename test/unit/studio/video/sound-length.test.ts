import { expect, test } from 'vitest'
import type { VideoFacts } from '#contract/video-facts.ts'
import { soundEndText, soundOffSeconds } from '#studio/features/video/viewer/metadata-text.ts'
import { factsOfVideo } from '#support/fake-video-work.ts'

/** A video of `durationSeconds` whose sound ends at `endSeconds`. */
const film = (durationSeconds: number, endSeconds?: number, isVariable = false): VideoFacts => ({
  ...factsOfVideo,
  durationSeconds,
  isVariable,
  audio: {
    codec: 'aac',
    channels: 2,
    sampleRate: 48_000,
    ...(endSeconds === undefined ? {} : { endSeconds, packetSeconds: 0.02 }),
  },
})

test('a difference of one frame and one packet is tolerated', () => {
  expect(soundOffSeconds(film(2.5, 2.56), film(2.5, 2.5))).toBe(0)
  expect(soundOffSeconds(film(2.5, 2.44), film(2.5, 2.5))).toBe(0)
  expect(soundOffSeconds(film(2.5, 2.4), film(2.5, 2.5))).toBeCloseTo(-0.1)
})

test('sound shorter or longer than its source picture is right (D-35)', () => {
  expect(soundOffSeconds(film(2.5, 1), film(2.5, 1))).toBe(0)
  expect(soundOffSeconds(film(2.5, 4), film(2.5, 4))).toBe(0)
  expect(soundOffSeconds(film(2.5, 2.5), film(2.5, 4))).toBeCloseTo(-1.5)
})

test('sound that keeps its length beside a cut picture is wrong', () => {
  expect(soundOffSeconds(film(2, 2.5), film(2.5, 2.5))).toBeCloseTo(0.5)
  expect(soundOffSeconds(film(2, 2.5, true), film(2.5, 2.5, true))).toBe(0)
})

test('without known ends there is no difference', () => {
  expect(soundOffSeconds(film(2.5), film(2.5, 2.5))).toBeNull()
  expect(soundOffSeconds({ ...film(2.5), audio: null }, film(2.5, 2.5))).toBeNull()
  expect(soundOffSeconds(film(2.5, 2.5), film(2.5))).toBeNull()
})

test('a difference is told in tenths of a second', () => {
  expect(soundEndText(-0.4)).toBe('Sound ends 0.4 s early')
  expect(soundEndText(0.07)).toBe('Sound ends 0.1 s late')
})
