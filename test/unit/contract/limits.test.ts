import { expect, test } from 'vitest'
import { creditsForImage, creditsForVideo, limits } from '#contract/limits.ts'
import { apiVideoFormatNames, imageFormats, isImageFormat, videoFormats } from '#contract/output-formats.ts'
import { sizePresets } from '#contract/size-presets.ts'
import { exceedsMaxDuration } from '#contract/video-facts.ts'

test('D-5: megabytes are units of 1,000,000 bytes', () => {
  expect(limits.image.maxBytes).toBe(20_000_000)
  expect(limits.video.maxUploadBytes).toBe(100_000_000)
  expect(limits.video.maxUrlBytes).toBe(500_000_000)
})

test('D-7: images have at most 100 megapixels and 32,767 pixels a side', () => {
  expect(limits.image).toMatchObject({ maxPixels: 100_000_000, maxSide: 32_767 })
})

test('each size preset limits image area and video side (D-13, D-36, D-33)', () => {
  expect(sizePresets).toMatchObject({
    full: { maxPixels: Number.POSITIVE_INFINITY, maxVideoSide: 4096 },
    preview: { maxPixels: 250_000, maxVideoSide: 640 },
    medium: { maxPixels: 1_500_000, maxVideoSide: 1280 },
    hd: { maxPixels: 4_000_000, maxVideoSide: 1920 },
  })
  expect(videoFormats.gif.maxSide).toBe(1280)
})

test('each format has its MIME type; only JPG and MP4 lack transparency', () => {
  const formats = { ...imageFormats, ...videoFormats }
  expect(Object.fromEntries(Object.entries(formats).map(([name, { mime }]) => [name, mime]))).toEqual({
    png: 'image/png',
    jpg: 'image/jpeg',
    webp: 'image/webp',
    webm: 'video/webm',
    mov: 'video/quicktime',
    mp4: 'video/mp4',
    gif: 'image/gif',
    apng: 'image/png',
  })
  expect(Object.entries(formats).flatMap(([name, { alpha }]) => (alpha ? [] : [name]))).toEqual([
    'jpg',
    'mp4',
  ])
  expect(isImageFormat('png') && !isImageFormat('gif') && !isImageFormat('toString')).toBe(true)
  expect(apiVideoFormatNames).toEqual(['webm', 'mov', 'mp4', 'gif'])
})

test('five minutes pass, with a millisecond of the container’s clock (Spec, Limits)', () => {
  expect([0, 299.9, 300, 300.0009].map(exceedsMaxDuration)).toEqual([false, false, false, false])
  expect([300.002, 300.04, 3600, Number.POSITIVE_INFINITY].map(exceedsMaxDuration)).toEqual([
    true,
    true,
    true,
    true,
  ])
})

test('a successful image costs 1 credit', () => {
  expect(creditsForImage).toBe(1)
})

test.each([
  [0, 30, 5],
  [0.2, 30, 5],
  [1, 30, 5],
  [1.01, 30, 10],
  [10, 24, 50],
  [10.5, 29.97, 55],
  [300, 30, 1500],
  [10, 30.05, 50],
  [10, 30.06, 100],
  [10, 60, 100],
  [0.1, 60, 10],
  [5.000_000_1, 30, 25],
])('D-37: %d seconds at %d frames a second cost %d credits', (seconds, fps, credits) => {
  expect(creditsForVideo(seconds, fps)).toBe(credits)
})
