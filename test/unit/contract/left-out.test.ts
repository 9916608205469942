import * as v from 'valibot'
import { expect, test } from 'vitest'
import { leftOut, leftOutSchema, toLeftOutHeader } from '#contract/left-out.ts'

test('the header lists what a result lacks as structured fields', () => {
  const list = [leftOut('sound_tracks', 2, ['Mic', 'deu']), leftOut('timecode')]
  expect(toLeftOutHeader(list)).toBe('sound-tracks;count=2;names="Mic, deu", timecode;count=1')
})

test('names in a header are printable ASCII', () => {
  const header = toLeftOutHeader([leftOut('subtitles', 1, ['日\n"\\', '5 %\ud800'])])
  expect(header).toBe('subtitles;count=1;names="%E6%97%A5%0A\\"\\\\, 5 %25%EF%BF%BD"')
})

test('a result that lacks nothing has no header', () => {
  expect(toLeftOutHeader([])).toBeNull()
})

test('the header contains the reason of an unreadable track', () => {
  const reason = { reason: 'audio_unreadable', params: { codec: 'dts' } } as const
  expect(toLeftOutHeader([{ ...leftOut('sound_tracks'), reason }])).toMatch(/;reason=".*dts.*"$/i)
})

test('a stored list is read back, and an unknown kind refused', () => {
  const list = [
    { ...leftOut('sound_tracks'), reason: { reason: 'audio_unreadable', params: { codec: 'x' } } },
  ]
  expect(v.parse(leftOutSchema, structuredClone(list))).toEqual(list)
  expect(v.is(leftOutSchema, [{ kind: 'smell', count: 1, names: [] }])).toBe(false)
})
