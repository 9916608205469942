import { expect, test } from 'vitest'
import { leftOut } from '#contract/left-out.ts'
import { leftOutOfClip, leftOutOfPart } from '#contract/video-left-out.ts'

const mic = { number: 1, title: 'Mic', language: 'eng', isDefault: false }
const game = { number: 2, title: '', language: 'deu', isDefault: true }
const others = [leftOut('subtitles', 2, ['eng']), leftOut('chapters', 7)]
const facts = { sounds: [mic, game], others }

test('a result lacks unwritten sounds and unsupported content', () => {
  expect(
    leftOutOfClip(facts, {
      dropped: 0,
      sounds: [{ ...game, fault: null }],
      hasTimecode: false,
      hasRoles: false,
    }),
  ).toEqual([leftOut('sound_tracks', 1, ['Mic']), ...others])
  expect(leftOutOfClip({}, { dropped: 0, sounds: [], hasTimecode: false, hasRoles: false })).toEqual([])
})

test('an unreadable sound is listed with its reason', () => {
  const fault = { reason: 'audio_unreadable', params: { codec: 'apac' } } as const
  const sounds = [
    { ...mic, fault: null },
    { ...game, fault },
  ]
  expect(
    leftOutOfClip({ ...facts, others: [] }, { dropped: 0, sounds, hasTimecode: false, hasRoles: false }),
  ).toEqual([{ ...leftOut('sound_tracks', 1, ['deu']), reason: fault }])
})

test('frames beyond the limit of a format are counted', () => {
  expect(leftOutOfClip({}, { dropped: 10, sounds: [], hasTimecode: false, hasRoles: false })).toEqual([
    leftOut('frames', 10),
  ])
})

test('a part of a clip lacks everything missing from its file', () => {
  expect(leftOutOfPart(facts, { sounds: [{ ...mic, number: 1 }] })).toEqual([
    leftOut('sound_tracks', 1, ['deu']),
    ...others,
  ])
  expect(leftOutOfPart({ ...facts, others: [] }, { sounds: [mic, game] })).toEqual([])
})
