import * as v from 'valibot'
import { expect, test } from 'vitest'
import { reasonText } from '#contract/error-reasons.ts'
import { leftOut } from '#contract/left-out.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { toVideoOptions, videoRecipeSchema } from '#library/recipe/video-recipe.ts'
import { checkText, soundEndText, soundOffSeconds } from '#studio/features/video/viewer/metadata-text.ts'
import { defaultVideoFacts } from '#support/fake-video-workers.ts'

const facts: VideoFacts = {
  ...defaultVideoFacts,
  hasAlpha: true,
  audio: { codec: 'opus', channels: 2, sampleRate: 48_000 },
}
const job = { frames: facts.frames }
const recipe = v.parse(videoRecipeSchema, {})

test('a verified file lists what is in it', () => {
  const check = { facts, source: null, leftOut: [] }
  expect(checkText(check, job, defaultVideoOptions)).toEqual({
    text: 'Verified: 60 frames, see-through, sound',
    isRight: true,
  })
  const silent = { facts: { ...facts, hasAlpha: false, audio: null }, source: null, leftOut: [] }
  expect(checkText(silent, job, { ...defaultVideoOptions, format: 'mp4' }).text).toBe('Verified: 60 frames')
})

test('missing frames and lost sound are reported', () => {
  const short = { facts: { ...facts, frames: 58 }, source: null, leftOut: [] }
  expect(checkText(short, job, defaultVideoOptions)).toEqual({
    text: 'The file has 58 frames of 60',
    isRight: false,
  })
  // A GIF leaves out frames of a video of more than 50 frames a second (D-33).
  expect(checkText(short, job, { ...defaultVideoOptions, format: 'gif' }).isRight).toBe(true)
  const reason = { reason: 'audio_unreadable', params: { codec: 'ac-4' } } as const
  const lost = {
    facts: { ...facts, audio: null },
    source: null,
    leftOut: [{ ...leftOut('sound_tracks'), reason }],
  }
  expect(checkText(lost, job, defaultVideoOptions)).toEqual({
    text: `No sound: ${reasonText(reason)}`,
    isRight: false,
  })
})

test('sound that was mixed to fewer channels is reported', () => {
  const surround = { ...facts, audio: { codec: 'ac3', channels: 6, sampleRate: 48_000 } }
  const check = { facts, source: surround, leftOut: [] }
  expect(checkText(check, job, defaultVideoOptions)).toEqual({
    text: 'Verified: 60 frames, see-through, sound, mixed from 6 channels to stereo',
    isRight: true,
  })
  const mono = { ...facts, audio: { codec: 'opus', channels: 1, sampleRate: 48_000 } }
  expect(checkText({ ...check, facts: mono, source: facts }, job, defaultVideoOptions).text).not.toContain(
    'mixed',
  )
  expect(checkText({ ...check, facts: surround }, job, defaultVideoOptions).text).not.toContain('mixed')
  const silent = { reason: 'audio_partly_silent' } as const
  expect(
    checkText(
      { ...check, leftOut: [{ ...leftOut('sound_tracks'), reason: silent }] },
      job,
      defaultVideoOptions,
    ).text,
  ).toBe(reasonText(silent))
})

test('a sticker beyond the limit of its messenger tells both numbers', () => {
  const excess = { reason: 'file_beyond_limit', params: { bytes: 612_300, maxBytes: 500_000 } } as const
  const silent = { ...facts, frames: 20, audio: null }
  const lacking = [leftOut('frames', 40), { ...leftOut('byte_limit'), reason: excess }]
  const telegram = { ...defaultVideoOptions, format: 'webm' } as const
  const { text, isRight } = checkText({ facts: silent, source: null, leftOut: lacking }, job, telegram)
  expect([isRight, text]).toEqual([
    false,
    expect.stringMatching(/^The file has 613 kB, and the limit is 500 kB/),
  ])
  const whole = { facts: silent, source: null, leftOut: lacking.slice(0, 1) }
  expect(checkText(whole, job, telegram).isRight).toBe(true)
})

test('unwanted sound is left out, without a report', () => {
  expect(toVideoOptions(recipe).audio).toBe('keep')
  expect(toVideoOptions({ ...recipe, hasSound: false }).audio).toBe('mute')
  expect(toVideoOptions({ ...recipe, hasSound: false, format: 'gif' }).audio).toBe('keep')
  expect(toVideoOptions({ ...recipe, hasSound: false, channels: 'alpha' }).audio).toBe('keep')
})

/** A video of `durationSeconds` whose sound ends at `endSeconds`. */
const videoWithSound = (durationSeconds: number, endSeconds?: number, isVariable = false): VideoFacts => ({
  ...defaultVideoFacts,
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
  expect(soundOffSeconds(videoWithSound(2.5, 2.56), videoWithSound(2.5, 2.5))).toBe(0)
  expect(soundOffSeconds(videoWithSound(2.5, 2.44), videoWithSound(2.5, 2.5))).toBe(0)
  expect(soundOffSeconds(videoWithSound(2.5, 2.4), videoWithSound(2.5, 2.5))).toBeCloseTo(-0.1)
})

test('sound shorter or longer than its source picture is right (D-35)', () => {
  expect(soundOffSeconds(videoWithSound(2.5, 1), videoWithSound(2.5, 1))).toBe(0)
  expect(soundOffSeconds(videoWithSound(2.5, 4), videoWithSound(2.5, 4))).toBe(0)
  expect(soundOffSeconds(videoWithSound(2.5, 2.5), videoWithSound(2.5, 4))).toBeCloseTo(-1.5)
})

test('sound that keeps its length beside a cut picture is wrong', () => {
  expect(soundOffSeconds(videoWithSound(2, 2.5), videoWithSound(2.5, 2.5))).toBeCloseTo(0.5)
  expect(soundOffSeconds(videoWithSound(2, 2.5, true), videoWithSound(2.5, 2.5, true))).toBe(0)
})

test('without known ends there is no difference', () => {
  expect(soundOffSeconds(videoWithSound(2.5), videoWithSound(2.5, 2.5))).toBeNull()
  expect(soundOffSeconds({ ...videoWithSound(2.5), audio: null }, videoWithSound(2.5, 2.5))).toBeNull()
  expect(soundOffSeconds(videoWithSound(2.5, 2.5), videoWithSound(2.5))).toBeNull()
})

test('a difference is told in tenths of a second', () => {
  expect(soundEndText(-0.4)).toBe('Sound ends 0.4 s early')
  expect(soundEndText(0.07)).toBe('Sound ends 0.1 s late')
})
