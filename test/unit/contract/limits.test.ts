import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { imageFormats, isImageFormat, isVideoFormat, videoFormats } from '#contract/output-formats.ts'
import { gifSideCap, imagePixelCaps, sizePresets, videoSideCaps } from '#contract/size-presets.ts'

test('D-5: megabytes are units of 1,000,000 bytes', () => {
  expect(limits.image.maxBytes).toBe(20_000_000)
  expect(limits.video.maxUploadBytes).toBe(100_000_000)
  expect(limits.video.maxUrlBytes).toBe(500_000_000)
})

test('D-7: an image has at most 100 megapixels and 32,767 pixels a side', () => {
  expect(limits.image).toMatchObject({ maxPixels: 100_000_000, maxSide: 32_767 })
})

test('D-13, D-36, D-33: every size preset caps images by area, videos by their longest side, GIFs at 1280', () => {
  expect(sizePresets.map((size) => imagePixelCaps[size])).toEqual([
    Number.POSITIVE_INFINITY,
    250_000,
    1_500_000,
    4_000_000,
  ])
  expect(sizePresets.map((size) => videoSideCaps[size])).toEqual([4096, 640, 1280, 1920])
  expect(gifSideCap).toBe(1280)
})

test('every format has its media type; JPG and MP4 alone have no transparency', () => {
  const formats = { ...imageFormats, ...videoFormats }
  expect(Object.fromEntries(Object.entries(formats).map(([name, { mime }]) => [name, mime]))).toEqual({
    png: 'image/png',
    jpg: 'image/jpeg',
    webp: 'image/webp',
    webm: 'video/webm',
    mov: 'video/quicktime',
    mp4: 'video/mp4',
    gif: 'image/gif',
  })
  expect(Object.entries(formats).flatMap(([name, { alpha }]) => (alpha ? [] : [name]))).toEqual([
    'jpg',
    'mp4',
  ])
  expect(isImageFormat('png') && !isImageFormat('gif') && !isImageFormat('toString')).toBe(true)
  expect(isVideoFormat('gif') && !isVideoFormat('png')).toBe(true)
})
