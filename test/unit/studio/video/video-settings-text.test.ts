import { expect, test } from 'vitest'
import { type Composition, noComposition } from '#contract/composition.ts'
import { defaultVideoOptions, parseVideoOptions } from '#contract/video-options.ts'
import { recipeOfVideoOptions, toVideoOptions } from '#library/recipe/video-recipe.ts'
import { readVideoSettings, videoSettingsText } from '#studio/features/video/recipe/video-settings-text.ts'

const composition: Composition = {
  ...noComposition,
  background: { kind: 'original', blur: 0.02, saturation: 1 },
  contactShadow: { opacity: 0.5 },
}

test('settings for videos are the same after export and import', () => {
  const options = parseVideoOptions({ format: 'mp4', level: 'fine', bg_color: '#0a0b0c', audio: 'mute' })
  const beside = { hasMatte: true, sequence: { format: 'exr', alpha: 'straight' } } as const
  const read = readVideoSettings(videoSettingsText(options, composition, beside))
  expect(read).toEqual({ options, composition, beside, isCompositionLost: false, leftOut: {} })
  expect(read.options && toVideoOptions(recipeOfVideoOptions(read.options))).toEqual(options)
})

test('options that are not named get their defaults', () => {
  expect(readVideoSettings('{"format":"gif","size":"hd"}')).toMatchObject({
    options: { ...defaultVideoOptions, format: 'gif', size: 'hd' },
    composition: null,
    beside: {},
  })
})

test('what cannot be used is named, and the rest is used', () => {
  const read = readVideoSettings('{"format":"png","level":"fast","crop":"true","composition":{"shadow":1}}')
  expect(read.options).toEqual({ ...defaultVideoOptions, level: 'fast' })
  expect(Object.keys(read.leftOut)).toEqual(['format', 'crop'])
  expect(read.isCompositionLost).toBe(true)
})

test.each(['', 'good morning', 'format=gif', '[1]', '{"colour":"red"}'])('%j holds no setting', (text) => {
  expect(readVideoSettings(text)).toMatchObject({ options: null, composition: null })
})
