import { expect, test } from 'vitest'
import { defaultVideoOptions, parseVideoOptions } from '#contract/video-options.ts'
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
