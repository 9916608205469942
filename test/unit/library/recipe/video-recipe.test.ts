import * as v from 'valibot'
import { expect, test } from 'vitest'
import { noComposition } from '#contract/composition.ts'
import { parseVideoOptions } from '#contract/video-options.ts'
import { toComposition } from '#library/recipe/recipe.ts'
import {
  isOpaqueVideo,
  recipeOfVideoOptions,
  sameMattes,
  sameOptions,
  sameParts,
  toVideoOptions,
  videoRecipeSchema,
} from '#library/recipe/video-recipe.ts'

const recipe = v.parse(videoRecipeSchema, {})
const outline = { width: 0.01, color: '#ffffff' }
const composition = { ...noComposition, outline }
const picture = new Blob(['one'], { type: 'image/png' })

test('a recipe of an earlier version has no composition', () => {
  expect(recipe.composition).toEqual(noComposition)
  expect(v.parse(videoRecipeSchema, { composition: { outline: 7 } }).composition).toEqual(noComposition)
  expect(v.parse(videoRecipeSchema, { composition }).composition).toEqual(composition)
})

test('only a picture behind the subject travels with the composition', () => {
  expect(toComposition(recipe, picture)).toBeNull()
  expect(toComposition({ ...recipe, composition }, picture)).toEqual({ composition })
  expect(toComposition({ ...recipe, composition, channels: 'alpha' }, picture)).toBeNull()
  const behind = { ...composition, background: { kind: 'picture', fit: 'cover' } } as const
  expect(toComposition({ ...recipe, composition: behind }, picture)).toEqual({
    composition: behind,
    picture,
    pictureId: recipe.picture,
  })
})

test('compositions are the same by their values and picture', () => {
  expect(sameParts(null, undefined)).toBe(true)
  expect(sameParts({ composition }, null)).toBe(false)
  const parts = { composition, picture, pictureId: 'one' }
  expect(sameParts(parts, { ...parts, picture: new Blob([picture], picture) })).toBe(true)
  expect(sameParts(parts, { ...parts, picture: new Blob(['two'], picture), pictureId: 'two' })).toBe(false)
  expect(sameParts({ composition }, { composition: { ...composition, outline: null } })).toBe(false)
})

test('a background makes a video opaque, a shadow does not', () => {
  const options = parseVideoOptions({})
  expect(isOpaqueVideo(options, { composition })).toBe(false)
  const blurred = { kind: 'original', blur: 0.02, saturation: 1 } as const
  expect(isOpaqueVideo(options, { composition: { ...composition, background: blurred } })).toBe(true)
})

test('a recipe by field is another request, and another matte', () => {
  const [whole, byField] = [toVideoOptions(recipe), toVideoOptions({ ...recipe, deinterlace: 'field' })]
  expect([whole.deinterlace, byField.deinterlace]).toEqual([undefined, 'field'])
  for (const same of [sameOptions, sameMattes]) {
    expect(same(whole, byField)).toBe(false)
    expect(same(whole, { ...whole, deinterlace: 'frame' })).toBe(true)
  }
  expect(recipeOfVideoOptions(byField).deinterlace).toBe('field')
  expect(recipeOfVideoOptions(whole).deinterlace).toBe('frame')
})

test('a sound track that no request can name leaves all kept', () => {
  const recipe = v.parse(videoRecipeSchema, { soundTracks: [1, 1000] })
  expect(recipe.soundTracks).toBeNull()
  expect(toVideoOptions(recipe).audio_tracks).toBeUndefined()
})
