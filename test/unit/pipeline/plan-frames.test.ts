import { expect, test } from 'vitest'
import { parseVideoOptions, type VideoForm } from '#contract/video-options.ts'
import { planFrames } from '#pipeline/plan-frames.ts'
import { clipFacts } from '#support/fake-video.ts'

const facts = clipFacts({ width: 2001, height: 1001, frames: 6, fps: 10 })
const plan = (form: VideoForm) => planFrames(parseVideoOptions(form), facts)

test('single pictures have the size of the result, whatever its format makes of it (D-31, D-33, D-36)', () => {
  expect(plan({ format: 'webm' }).size).toEqual({ width: 2001, height: 1001 })
  expect(plan({ format: 'mp4' }).size).toEqual({ width: 2000, height: 1000 })
  expect(plan({ format: 'gif' }).size).toEqual({ width: 1280, height: 640 })
  expect(plan({ format: 'mov', size: 'preview' }).size).toEqual({ width: 640, height: 320 })
})

test('a cut-out stays see-through where the format of the result cannot hold that', () => {
  for (const format of ['webm', 'mov', 'mp4', 'gif'])
    expect(plan({ format })).toMatchObject({ look: { kind: 'cutout' }, hasAlpha: true, hasAudio: false })
})

test('a colour and a matte are as in the result', () => {
  expect(plan({ format: 'mp4', bg_color: 'lime' })).toMatchObject({
    look: { kind: 'backdrop', color: { r: 0, g: 255, b: 0 } },
    hasAlpha: false,
  })
  expect(plan({ channels: 'rgb' })).toMatchObject({ look: { kind: 'backdrop' }, hasAlpha: false })
  expect(plan({ channels: 'alpha' })).toMatchObject({ look: { kind: 'matte' }, isMatte: true })
})
