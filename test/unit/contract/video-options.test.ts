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

test.each(['webm', 'mov', 'mp4', 'gif'])('the video format %s is accepted', (format) => {
  expect(parseVideoOptions({ format }).format).toBe(format)
})

test.each(['png', 'jpg', 'webp'])('D-30: image format %s is refused for a video by name', (format) => {
  expect(validationDetails(() => parseVideoOptions({ format })).format?.[0]).toContain('is an image format')
})

test.each(['avi', 'WEBM', 'toString'])('the format %s is refused', (format) => {
  expect(validationDetails(() => parseVideoOptions({ format })).format?.[0]).toContain(
    'webm, mov, mp4 or gif',
  )
})

test('D-72: audio is keep, mute or empty', () => {
  expect(['keep', 'mute', ''].map((audio) => parseVideoOptions({ audio }).audio)).toEqual([
    'keep',
    'mute',
    'keep',
  ])
  for (const audio of ['Mute', 'true', '0', ' mute', 'none'])
    expect(validationDetails(() => parseVideoOptions({ audio })).audio?.[0]).toContain('keep or mute')
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

test('D-30: empty image-only parameters count as absent', () => {
  expect(parseVideoOptions({ crop: '', padding: '', width: '', height: '', fit: '' })).toEqual(
    defaultVideoOptions,
  )
})

test('D-6: every failing parameter of a video is listed at once', () => {
  const form = {
    format: 'png',
    channels: 'x',
    bg_color: 'x',
    size: 'x',
    level: 'x',
    crop: '1:1',
    fit: 'cover',
  }
  expect(Object.keys(validationDetails(() => parseVideoOptions(form))).sort()).toEqual(
    Object.keys(form).sort(),
  )
})
