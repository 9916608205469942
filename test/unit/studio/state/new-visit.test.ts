import { expect, test } from 'vitest'
import { defaultRecipe, newVisitRecipe } from '#studio/state/recipe.ts'
import { defaultVideoRecipe, newVisitVideoRecipe } from '#studio/state/video-recipe.ts'

test('a visit begins transparent, with the last level, size, format and quality', () => {
  const quality = { jpg: 70, webp: 60 }
  const kept = { level: 'fine', size: 'hd', format: 'webp', quality, isLossless: true, depth: 16 } as const
  const last = { ...defaultRecipe, ...kept, background: '#ffffff', crop: true, channels: 'alpha' } as const
  expect(newVisitRecipe(last)).toEqual({ ...defaultRecipe, ...kept })
  expect(newVisitRecipe({ ...last, format: 'jpg' }).format).toBe('png')
})

test('a visit begins with transparent clips, with sound as before', () => {
  const kept = { level: 'fast', size: 'hd', format: 'mov', hasSound: false } as const
  const last = { ...defaultVideoRecipe, ...kept, background: '#ffffff' }
  expect(newVisitVideoRecipe(last)).toEqual({ ...defaultVideoRecipe, ...kept })
  expect(newVisitVideoRecipe({ ...last, format: 'mp4' }).format).toBe('webm')
})
