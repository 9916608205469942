import { expect, test } from 'vitest'
import { type Composition, noComposition } from '#contract/composition.ts'
import { defaultImageOptions } from '#contract/image-options.ts'
import { asThumbnail, keyOf, outputOf, type Results } from '#library/pictures/picture-output.ts'
import { defaultRecipe, type Recipe } from '#library/recipe/recipe.ts'

const shadow = { angle: 160, distance: 0.03, softness: 0.02, opacity: 0.4, color: '#000000' }
const shadowed: Composition = { ...noComposition, shadow }
const composedOf = (item: Results, recipe: Partial<Recipe>, picture: Blob | null = null) =>
  outputOf(item, { ...defaultRecipe, picture: 'wall', ...recipe }, picture).composed ?? null
const here = { runLocation: 'device', serviceResult: null } as const
const answer = { image: new Blob(['sent']), facts: {} as never }
const sent = (isCutout: boolean, options = {}) => ({
  runLocation: 'service' as const,
  serviceResult: {
    answer,
    options: { ...defaultImageOptions, ...options },
    note: null,
    isCutout,
  },
})

test('a mask and a plain recipe have no composition', () => {
  expect(composedOf(here, { composition: noComposition })).toBeNull()
  expect(composedOf(here, { composition: shadowed, channels: 'alpha' })).toBeNull()
  expect(composedOf(here, { composition: shadowed, channels: 'rgb' })).toEqual({ composition: shadowed })
})

test('the picture travels only with a background that shows it', () => {
  const picture = new Blob(['picture'])
  const behind: Composition = { ...noComposition, background: { kind: 'picture', fit: 'cover' } }
  expect(composedOf(here, { composition: behind }, picture)?.picture).toBe(picture)
  expect(composedOf(here, { composition: shadowed }, picture)?.picture).toBeUndefined()
})

test('only a cut-out of a service is composed by its alpha', () => {
  expect(composedOf(sent(true), { composition: shadowed })).toEqual({ composition: shadowed })
  expect(composedOf(sent(false), { composition: shadowed })).toBeNull()
})

test('thumbnails with two pictures of one size look different', () => {
  const composition: Composition = { ...noComposition, background: { kind: 'picture', fit: 'cover' } }
  const lookOf = (picture: string) =>
    keyOf(asThumbnail(outputOf(here, { ...defaultRecipe, composition, picture }, new Blob(['1234']))))
  expect(lookOf('red')).toBe(lookOf('red'))
  expect(lookOf('red')).not.toBe(lookOf('blue'))
})

test('size, level and file are not seen in a thumbnail', () => {
  const lookOf = (change: Partial<Recipe>) =>
    keyOf(asThumbnail(outputOf(here, { ...defaultRecipe, ...change }, null)))
  expect(lookOf({ level: 'fast', size: 'medium', format: 'webp', depth: 16 })).toBe(lookOf({}))
  expect(lookOf({ format: 'jpg' })).not.toBe(lookOf({}))
  expect(lookOf({ background: '#ff0000' })).not.toBe(lookOf({}))
})
