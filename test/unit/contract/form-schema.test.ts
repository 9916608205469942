import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldsOf, serviceFieldsOf } from '#contract/form-schema.ts'
import {
  channelSets,
  defaultImageOptions,
  fits,
  type ImageOptions,
  levels,
  parseImageOptions,
  serializeImageOptions,
} from '#contract/image-options.ts'
import { sizePresetNames } from '#contract/size-presets.ts'
import {
  defaultVideoOptions,
  parseVideoOptions,
  serializeVideoOptions,
  type VideoOptions,
} from '#contract/video-options.ts'

const byte = fc.integer({ min: 0, max: 255 })
const share = fc.integer({ min: 0, max: 1000 }).map((thousandth) => thousandth / 1000)
const side = fc.integer({ min: 1, max: 6000 })
const length = fc.double({ min: 0.01, max: 1000, noNaN: true })
const color = fc.record({ r: byte, g: byte, b: byte })

const imageOptions: fc.Arbitrary<ImageOptions> = fc.record(
  {
    format: fc.constantFrom('png', 'jpg', 'webp'),
    channels: fc.constantFrom(...channelSets),
    bg_color: color,
    size: fc.constantFrom(...sizePresetNames),
    crop: fc.oneof(fc.boolean(), fc.record({ width: length, height: length })),
    padding: fc.record({ x: share, y: share }),
    width: side,
    height: side,
    fit: fc.constantFrom(...fits),
    level: fc.constantFrom(...levels),
  },
  { requiredKeys: ['format', 'channels', 'size', 'crop', 'padding', 'fit', 'level'] },
)

const videoOptions: fc.Arbitrary<VideoOptions> = fc.record(
  {
    format: fc.constantFrom('webm', 'mov', 'mp4', 'gif'),
    channels: fc.constantFrom(...channelSets),
    bg_color: color,
    size: fc.constantFrom(...sizePresetNames),
    level: fc.constantFrom(...levels),
    audio: fc.constantFrom('keep', 'mute'),
  },
  { requiredKeys: ['format', 'channels', 'size', 'level', 'audio'] },
)

test('image options survive being sent as a form and read again', () => {
  fc.assert(
    fc.property(imageOptions, (options) => {
      expect(parseImageOptions(Object.fromEntries(fieldsOf(serializeImageOptions(options))))).toEqual(options)
    }),
  )
})

test('video options survive being sent as a form and read again', () => {
  fc.assert(
    fc.property(videoOptions, (options) => {
      expect(parseVideoOptions(Object.fromEntries(fieldsOf(serializeVideoOptions(options))))).toEqual(options)
    }),
  )
})

test('options that were not given are not sent', () => {
  const names = fieldsOf(serializeImageOptions(defaultImageOptions)).map(([name]) => name)
  for (const absent of ['bg_color', 'width', 'height']) expect(names).not.toContain(absent)
})

test('D-71, D-72: a service never gets the studio’s own fields', () => {
  const namesOf = (fields: readonly (readonly [string, string])[]) => fields.map(([name]) => name)
  const image = serializeImageOptions({ ...defaultImageOptions, level: 'fine' })
  const video = serializeVideoOptions({ ...defaultVideoOptions, level: 'fast', audio: 'mute' })
  expect(namesOf(fieldsOf(image)).filter((name) => !namesOf(serviceFieldsOf(image)).includes(name))).toEqual([
    'level',
  ])
  expect(namesOf(serviceFieldsOf(video))).toEqual(['format', 'channels', 'size'])
})
