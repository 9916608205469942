import * as v from 'valibot'
import { expect, test } from 'vitest'
import { usualSequence } from '#contract/frame-sequence.ts'
import { defaultRecipe, newVisitRecipe } from '#library/recipe/recipe.ts'
import { defaultVideoRecipe, newVisitVideoRecipe, videoRecipeSchema } from '#library/recipe/video-recipe.ts'

test('a visit begins transparent, with the last level, size, format and quality', () => {
  const quality = { jpg: 70, webp: 60, avif: 50, jxl: 40 }
  const kept = { level: 'fine', size: 'hd', format: 'webp', quality, isLossless: true, depth: 16 } as const
  const last = { ...defaultRecipe, ...kept, background: '#ffffff', crop: true, channels: 'alpha' } as const
  expect(newVisitRecipe(last)).toEqual({ ...defaultRecipe, ...kept })
  expect(newVisitRecipe({ ...last, format: 'jpg' }).format).toBe('png')
})

test('a visit begins with transparent clips, with sound as before', () => {
  const kept = {
    level: 'fast',
    size: 'hd',
    format: 'mov',
    hasSound: false,
    sequence: usualSequence('exr'),
  } as const
  const last = { ...defaultVideoRecipe, ...kept, background: '#ffffff', hasMatte: true }
  expect(newVisitVideoRecipe(last)).toEqual({ ...defaultVideoRecipe, ...kept })
  expect(newVisitVideoRecipe({ ...last, format: 'mp4' }).format).toBe('webm')
})

test('settings of clips without matte and frames are read as before', () => {
  const {
    sequence: _,
    hasMatte: __,
    ...earlier
  } = { ...defaultVideoRecipe, format: 'mp4', size: 'hd' } as const
  expect(v.parse(videoRecipeSchema, earlier)).toEqual({ ...defaultVideoRecipe, format: 'mp4', size: 'hd' })
  const damaged = { ...earlier, hasMatte: 'yes', sequence: { format: 'dpx', alpha: 'premultiplied' } }
  expect(v.parse(videoRecipeSchema, damaged)).toMatchObject({
    hasMatte: false,
    sequence: { format: 'png8', alpha: 'premultiplied' },
  })
})
