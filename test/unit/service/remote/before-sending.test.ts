import { expect, test, vi } from 'vitest'
import { defaultImageOptions } from '#contract/image-options.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { defaultVideoFacts } from '#support/fake-video-workers.ts'
import { fileFromText, files, imageOf } from '#support/form-requests.ts'
import { openRemote } from '#support/remote-service-under-test.ts'
import { scriptedVideo } from '#support/scripted-video.ts'
import { rejectionOf } from '#support/thrown-errors.ts'

test.each([
  ['an empty file', files.empty, 'missing_image'],
  ['20,000,001 bytes', imageOf(20_000_001), 'image_too_large'],
  ['a GIF', files.gif, 'validation_error'],
  ['an AVIF or HEIC', files.avif, 'validation_error'],
  ['a video', files.mp4, 'validation_error'],
  ['a text', files.text, 'validation_error'],
])('no byte is sent of an image that is %s', async (_, image, code) => {
  const { server, service } = await openRemote()
  expect(await rejectionOf(service.removeImage(image, defaultImageOptions))).toMatchObject({ code })
  expect(server.requests).toEqual([])
})

test.each([
  ['an empty file', files.empty, 'missing_image'],
  ['a picture', files.png, 'missing_image'],
  [
    '100,000,001 bytes',
    new Blob([files.mp4, new Uint8Array(100_000_001 - files.mp4.size)]),
    'video_too_large',
  ],
  ['a text', fileFromText('no video'), 'invalid_video'],
  ['a link over http', { url: 'http://example.com/a.mp4' }, 'validation_error'],
  ['a link into a private network', { url: 'https://192.168.1.1/a.mp4' }, 'validation_error'],
])('no byte is sent of a video that is %s', async (_, video, code) => {
  const { server, service } = await openRemote()
  expect(await rejectionOf(service.submitVideo(video, defaultVideoOptions))).toMatchObject({ code })
  expect(server.requests).toEqual([])
})

test('a video over five minutes is refused before sending', async () => {
  const { server, service } = await openRemote({
    probe: async () => ({ ...defaultVideoFacts, durationSeconds: 301 }),
  })
  expect(await rejectionOf(service.submitVideo(scriptedVideo(), defaultVideoOptions))).toMatchObject({
    code: 'video_too_long',
  })
  expect(server.requests).toEqual([])
})

test('a video that this device cannot read is sent anyway', async () => {
  const probe = vi.fn(() => Promise.reject(new Error('no decoder')))
  const { service } = await openRemote({ probe })
  expect(await service.submitVideo(scriptedVideo(), defaultVideoOptions)).toMatchObject({ status: 'queued' })
  expect(probe).toHaveBeenCalledOnce()
})
