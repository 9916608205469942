import { expect, test } from 'vitest'
import { defaultVideoOptions, parseVideoOptions, serializeVideoOptions } from '#contract/video-options.ts'
import { validationDetails } from '#support/thrown-errors.ts'

test('a video request without parameters gets the contract’s defaults', () => {
  expect(defaultVideoOptions).toEqual({
    format: 'webm',
    channels: 'rgba',
    size: 'full',
    level: 'balanced',
    audio: 'keep',
  })
})

test.each(['png', 'jpg', 'webp'])('D-30: image format %s is refused for a video by name', (format) => {
  expect(validationDetails(() => parseVideoOptions({ format })).format?.[0]).toContain('is an image format')
})

test.each(['avi', 'WEBM', 'toString'])('the format %s is refused', (format) => {
  expect(validationDetails(() => parseVideoOptions({ format })).format?.[0]).toContain(
    'webm, mov, mp4 or gif',
  )
})

test.each([
  ['crop', 'false'],
  ['crop', 'true'],
  ['padding', '0'],
  ['width', '100'],
  ['height', '0'],
  ['fit', 'contain'],
])('D-30: %s=%s is refused for a video, valid or not', (name, text) => {
  expect(Object.keys(validationDetails(() => parseVideoOptions({ [name]: text })))).toEqual([name])
})

test('D-72: audio is keep or mute', () => {
  for (const audio of ['Mute', 'true', ' mute'])
    expect(validationDetails(() => parseVideoOptions({ audio })).audio?.[0]).toContain('keep or mute')
})

test('D-73: deinterlace is frame or field', () => {
  for (const deinterlace of ['frame', 'field'] as const) {
    const options = parseVideoOptions({ deinterlace })
    expect([options.deinterlace, serializeVideoOptions(options).deinterlace]).toEqual([
      deinterlace,
      deinterlace,
    ])
  }
  expect(parseVideoOptions({}).deinterlace).toBeUndefined()
  expect(validationDetails(() => parseVideoOptions({ deinterlace: 'bob' })).deinterlace).toHaveLength(1)
})

test('D-72: audio_tracks lists numbers of sound tracks, in order and once', () => {
  expect(parseVideoOptions({ audio_tracks: '3,1,3' }).audio_tracks).toEqual([1, 3])
  expect(parseVideoOptions({}).audio_tracks).toBeUndefined()
  expect(serializeVideoOptions(parseVideoOptions({ audio_tracks: '2,12' })).audio_tracks).toBe('2,12')
  for (const audio_tracks of ['0', 'all', '1, 2', '-1', '1,', '1000'])
    expect(validationDetails(() => parseVideoOptions({ audio_tracks })).audio_tracks?.[0]).toContain(
      'numbers',
    )
})
