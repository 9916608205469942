import { describe, expect, test } from 'vitest'
import type { Box } from '#base/geometry.ts'
import { parseVideoOptions, type VideoForm } from '#contract/video-options.ts'
import { planFrames, planVideo } from '#pipeline/plan-video.ts'
import { clipFacts } from '#support/fake-frame-io.ts'

const sound = { codec: 'aac', channels: 2, sampleRate: 48_000 }
const facts = clipFacts({ width: 3841, height: 2161, audio: sound })
const plan = (form: VideoForm, of = facts) => planVideo(parseVideoOptions(form), of)

describe('transparency of the result (D-31 to D-33)', () => {
  test.each([
    [{ format: 'webm' }, true],
    [{ format: 'mov' }, true],
    [{ format: 'gif' }, true],
    [{ format: 'mp4' }, false],
    [{ format: 'webm', channels: 'rgb' }, false],
    [{ format: 'webm', bg_color: '#0f0' }, false],
    [{ format: 'mov', channels: 'alpha' }, false],
  ] as const)('%o: %s', (form, hasAlpha) => expect(plan(form).hasAlpha).toBe(hasAlpha))
})

test.each([
  [{ format: 'mp4' }, { r: 255, g: 255, b: 255 }],
  [
    { format: 'mp4', bg_color: 'lime' },
    { r: 0, g: 255, b: 0 },
  ],
  [{ channels: 'rgb' }, { r: 255, g: 255, b: 255 }],
  [{ bg_color: '#102030' }, { r: 16, g: 32, b: 48 }],
] as const)('%o puts the subject on a colour, white by default', (form, color) =>
  expect(plan(form).composite).toEqual({ kind: 'backdrop', color }),
)

test('a matte ignores the colour and has no sound (D-34)', () => {
  expect(plan({ channels: 'alpha', bg_color: 'red' })).toMatchObject({
    composite: { kind: 'matte' },
    isMatte: true,
    hasAudio: false,
  })
})

test('sound is kept where format and source have it, unless muted', () => {
  expect(plan({ format: 'webm' }).hasAudio).toBe(true)
  expect(plan({ format: 'gif' }).hasAudio).toBe(false)
  expect(plan({ format: 'mp4' }, clipFacts()).hasAudio).toBe(false)
  expect(plan({ format: 'webm', audio: 'mute' }).hasAudio).toBe(false)
})

describe('the longest side (D-36, D-33)', () => {
  test.each([
    [{ size: 'preview' }, 640],
    [{ size: 'medium' }, 1280],
    [{ size: 'hd' }, 1920],
    [{ size: 'full' }, 3841],
    [{ format: 'gif' }, 1280],
    [{ format: 'gif', size: 'preview' }, 640],
  ] as const)('%o: %s px', (form, side) => expect(plan(form).size.width).toBe(side))

  test('a side is at most 4096 px and never enlarged', () => {
    expect(plan({}, clipFacts({ width: 2160, height: 7680 })).size).toEqual({ width: 1152, height: 4096 })
    expect(plan({ size: 'hd' }, clipFacts({ width: 16, height: 12 })).size).toEqual({ width: 16, height: 12 })
  })
})

test('H.264 cuts sides to even ones; other formats keep odd sides (D-35)', () => {
  expect(plan({ format: 'mp4' })).toMatchObject({
    scaled: { width: 3841, height: 2161 },
    size: { width: 3840, height: 2160 },
  })
  expect(plan({ format: 'webm' }).size).toEqual({ width: 3841, height: 2161 })
})

const oddFacts = clipFacts({ width: 2001, height: 1001, frames: 6, fps: 10 })
const framesOf = (form: VideoForm) => planFrames(parseVideoOptions(form), oddFacts)

test('frames as PNGs have the size of the result (D-31, D-33, D-36)', () => {
  expect(framesOf({ format: 'webm' }).size).toEqual({ width: 2001, height: 1001 })
  expect(framesOf({ format: 'mp4' }).size).toEqual({ width: 2000, height: 1000 })
  expect(framesOf({ format: 'gif' }).size).toEqual({ width: 1280, height: 640 })
  expect(framesOf({ format: 'mov', size: 'preview' }).size).toEqual({ width: 640, height: 320 })
})

test('frames as PNGs are transparent where the result cannot be', () => {
  for (const format of ['webm', 'mov', 'mp4', 'gif'])
    expect(framesOf({ format })).toMatchObject({
      composite: { kind: 'cutout' },
      hasAlpha: true,
      hasAudio: false,
    })
})

test('frames as PNGs have the colour or matte of the result', () => {
  expect(framesOf({ format: 'mp4', bg_color: 'lime' })).toMatchObject({
    composite: { kind: 'backdrop', color: { r: 0, g: 255, b: 0 } },
    hasAlpha: false,
  })
  expect(framesOf({ channels: 'rgb' })).toMatchObject({ composite: { kind: 'backdrop' }, hasAlpha: false })
  expect(framesOf({ channels: 'alpha' })).toMatchObject({ composite: { kind: 'matte' }, isMatte: true })
})

describe('a canvas', () => {
  const whole = { width: 1920, height: 1080 }
  const of = clipFacts(whole)
  const shownOn = (shown: Box, form: VideoForm = {}) => planVideo(parseVideoOptions(form), of, { shown })
  const small = { x: 300, y: -20, width: 401, height: 501 }

  test('shows the source’s own pixels where it has no more of them', () => {
    expect(shownOn(small)).toMatchObject({ scaled: whole, window: small, size: { width: 401, height: 501 } })
    expect(shownOn(small, { format: 'mp4' }).size).toEqual({ width: 400, height: 500 })
  })

  test.each([
    ['full', 'webm'],
    ['full', 'mp4'],
    ['hd', 'mp4'],
    ['medium', 'gif'],
    ['preview', 'mov'],
  ] as const)('at %s in %s keeps its shape within the size of the frames', (size, format) => {
    const frame = planVideo(parseVideoOptions({ size, format }), of).size
    for (const ratio of [1, 4 / 5, 16 / 9, 9 / 16]) {
      for (const width of [500, 2400, 9000]) {
        const shown = { x: -100, y: 60, width, height: Math.round(width / ratio) }
        const { size: made, scaled, window } = shownOn(shown, { size, format })
        expect(made.width * made.height).toBeLessThanOrEqual(frame.width * frame.height)
        expect(Math.abs(Math.log(made.width / made.height / ratio))).toBeLessThan(0.02)
        // What is shown of a frame is the same part as of the source.
        expect(Math.abs(Math.log(((window.width / scaled.width) * 1920) / shown.width))).toBeLessThan(0.01)
        expect(Math.abs(window.x - (shown.x * scaled.width) / 1920)).toBeLessThan(1.5)
        expect(scaled.width).toBeLessThanOrEqual(1920)
      }
    }
  })

  test('around a small subject makes no frames larger than the largest size', () => {
    const large = clipFacts({ width: 7680, height: 4320 })
    const shown = { x: 1000, y: 500, width: 640, height: 640 }
    for (const size of ['preview', 'full'])
      expect(planVideo(parseVideoOptions({ size, format: 'gif' }), large, { shown })).toMatchObject({
        scaled: { width: 4092, height: 2302 },
        window: { width: 341, height: 341 },
      })
  })

  test('leaves a mask and the frames without it as they are', () => {
    expect(shownOn(small, { channels: 'alpha' })).toMatchObject({ scaled: whole, size: whole })
    expect(planFrames(parseVideoOptions({}), of, { shown: small }).size).toEqual({ width: 401, height: 501 })
  })
})
