import { expect, test } from 'vitest'
import { noComposition } from '#contract/composition.ts'
import { bothOf, lostOnClips } from '#library/recipe/convert-recipe.ts'
import { defaultRecipe } from '#library/recipe/recipe.ts'
import { defaultVideoRecipe } from '#library/recipe/video-recipe.ts'

test('a picture fills the settings of clips from what both have', () => {
  const composition = { ...noComposition, canvas: { ratio: '9:16' as const, fill: 0.8 } }
  const recipe = { ...defaultRecipe, level: 'fine' as const, background: '#00b140', composition }
  const { settings, clip } = bothOf({ kind: 'image', recipe })
  expect(settings).toBe(recipe)
  expect(clip).toEqual({
    ...defaultVideoRecipe,
    level: 'fine',
    background: '#00b140',
    composition,
    format: 'mp4',
  })
  expect(bothOf({ kind: 'image', recipe: defaultRecipe }).clip.format).toBe('webm')
})

test('a clip fills the settings of pictures from what both have', () => {
  const recipe = { ...defaultVideoRecipe, background: '#ffffff', hasSound: false }
  const { settings, clip } = bothOf({ kind: 'video', recipe })
  expect(clip).toBe(recipe)
  expect(settings).toEqual({ ...defaultRecipe, background: '#ffffff', format: 'jpg' })
  expect(bothOf({ kind: 'video', recipe: defaultVideoRecipe }).settings.format).toBe('png')
})

test('crop and size in pixels are lost on clips', () => {
  const clip = defaultVideoRecipe
  expect(lostOnClips({ settings: defaultRecipe, clip })).toEqual([])
  const settings = { ...defaultRecipe, crop: true, exactSize: true }
  expect(lostOnClips({ settings, clip })).toEqual(['crop', 'dimensions'])
  const canvas = { ratio: '1:1', fill: 0.9, sticker: 'whatsapp' } as const
  const sticker = { ...clip, composition: { ...clip.composition, canvas } }
  expect(lostOnClips({ settings, clip: sticker })).toEqual(['crop'])
})
