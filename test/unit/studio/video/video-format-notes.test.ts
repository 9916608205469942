import * as v from 'valibot'
import { expect, test } from 'vitest'
import { sameOptions, toVideoOptions, videoRecipeSchema } from '#library/recipe/video-recipe.ts'
import { noSoundText, sentSoundText } from '#studio/features/video/recipe/video-format-notes.ts'
import { defaultVideoFacts } from '#support/fake-video-workers.ts'

const recipe = v.parse(videoRecipeSchema, {})
const loud = { ...defaultVideoFacts, audio: { codec: 'aac', channels: 2, sampleRate: 48_000 } }

test('the panel tells which results never have sound (D-33, D-34)', () => {
  expect(noSoundText({ format: 'gif', channels: 'rgba' })).toBe('GIF has no sound.')
  expect(noSoundText({ format: 'mp4', channels: 'alpha' })).toBe('A mask has no sound.')
  for (const format of ['webm', 'mov', 'mp4'] as const)
    expect(noSoundText({ format, channels: 'rgba' })).toBeNull()
})

test('a warning tells that a service keeps the sound (D-72)', () => {
  const muted = toVideoOptions({ ...recipe, hasSound: false })
  expect(sentSoundText(muted, loud)).toContain('the service cannot leave it out')
  expect(sentSoundText(toVideoOptions(recipe), loud)).toBeNull()
  expect(sentSoundText(muted, { ...loud, audio: null })).toBeNull()
  // A GIF has no sound on the service either.
  expect(sentSoundText(toVideoOptions({ ...recipe, hasSound: false, format: 'gif' }), loud)).toBeNull()
})

test('options without sound are others', () => {
  expect(sameOptions(toVideoOptions(recipe), toVideoOptions(recipe))).toBe(true)
  expect(sameOptions(toVideoOptions({ ...recipe, hasSound: false }), toVideoOptions(recipe))).toBe(false)
})
