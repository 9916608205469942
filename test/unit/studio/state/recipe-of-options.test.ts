import { expect, test } from 'vitest'
import { readClientSettings } from '#contract/client-settings.ts'
import { type ImageForm, parseImageOptions } from '#contract/image-options.ts'
import { toImageOptions } from '#studio/state/recipe.ts'
import { recipeOfOptions } from '#studio/state/recipe-of-options.ts'

test.each([
  {},
  { format: 'webp', size: 'medium', level: 'fine' },
  { crop: 'true', padding: '0.2', bg_color: '#102030' },
  { crop: '16:9', padding: '5%' },
  { width: '200', height: '100', fit: 'cover' },
  { height: '6000' },
  { channels: 'alpha' },
  { channels: 'rgb', bg_color: 'navy', format: 'jpg' },
] satisfies ImageForm[])('the recipe of %j asks for the same', (form) => {
  const options = parseImageOptions(form)
  const { recipe, lost } = recipeOfOptions(options)
  expect(lost).toEqual({})
  expect(toImageOptions(recipe)).toEqual(options)
})

test('a shape by other numbers is the same shape', () => {
  expect(recipeOfOptions(parseImageOptions({ crop: '1920:1080' })).recipe.ratio).toBe('16:9')
})

test('what no recipe says is told', () => {
  const { recipe, lost } = recipeOfOptions(parseImageOptions({ crop: '5:7', padding: '0.1,0.3' }))
  expect(recipe).toMatchObject({ crop: true, ratio: 'free', padding: 0.3 })
  expect(lost).toMatchObject({ crop: [expect.stringContaining('5:7')], padding: [expect.any(String)] })
})

test('D-60: legacy settings become a recipe', () => {
  const read = readClientSettings(
    '{"size": "auto", "format": "jpg", "crop": true, "crop_margin": "10%", "bg_color": "fff"}',
  )
  expect(read && recipeOfOptions(read.options).recipe).toMatchObject({
    size: 'full',
    format: 'jpg',
    crop: true,
    padding: 0.1,
    background: '#ffffff',
  })
})
