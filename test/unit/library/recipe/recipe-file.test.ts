import { expect, test } from 'vitest'
import { noComposition } from '#contract/composition.ts'
import { clipRecipeOf } from '#library/recipe/convert-recipe.ts'
import { defaultRecipe, type Recipe } from '#library/recipe/recipe.ts'
import { migrated, readRecipeFile, readRecipeText, toRecipeFile } from '#library/recipe/recipe-file.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'

const settings: Recipe = {
  ...defaultRecipe,
  format: 'jpg',
  background: '#ffffff',
  composition: { ...noComposition, canvas: { ratio: '1:1', fill: 0.85 } },
}
const saved: SavedRecipe = {
  id: 'a',
  name: 'Shop',
  names: '{name}-shop',
  settings,
  clip: clipRecipeOf(settings),
  picture: new Blob(['a picture'], { type: 'image/png' }),
}
const plain = async () => JSON.parse(JSON.stringify(await toRecipeFile(saved, true)))

/** The fields that reading refuses. */
const refusedFields = async (given: unknown) => {
  const error = await readRecipeFile(given).then(
    () => null,
    (thrown) => thrown,
  )
  return { code: error?.code, reason: error?.reason, fields: Object.keys(error?.fieldReasons ?? {}) }
}

test('an exported recipe is read back whole, with its picture', async () => {
  const read = await readRecipeText(JSON.stringify(await plain()))
  const sha256 = (await plain()).picture.sha256
  expect({ ...read, id: 'a', picture: null }).toEqual({
    ...saved,
    picture: null,
    settings: { ...saved.settings, picture: sha256 },
    clip: { ...saved.clip, picture: sha256 },
  })
  expect(read.id).not.toBe('a')
  expect(await read.picture?.text()).toBe('a picture')
})

test('a clip of its own is kept', async () => {
  const own = { ...saved, clip: { ...saved.clip, format: 'gif' as const }, picture: null }
  expect((await readRecipeFile(await toRecipeFile(own, true))).clip.format).toBe('gif')
})

test.each([
  ['a format that is none', { format: 'bmp' }, 'settings.format'],
  ['a number that is too large', { padding: 7 }, 'settings.padding'],
  ['a setting that is unknown', { colour: 'red' }, 'settings.colour'],
  ['a quality that is none', { quality: { jpg: 0 } }, 'settings.quality.jpg'],
  ['half a composition', { composition: { canvas: null } }, 'settings.composition.background'],
  [
    'a canvas that is none',
    { composition: { ...noComposition, canvas: { ratio: '1:1', fill: 9 } } },
    'settings.composition.canvas.fill',
  ],
])('%s is refused by the name of the field', async (_, change, field) => {
  const file = await plain()
  expect(await refusedFields({ ...file, settings: { ...file.settings, ...change } })).toEqual({
    code: 'validation_error',
    reason: undefined,
    fields: [field],
  })
})

test('other nonsense is refused by the name of the field', async () => {
  const file = await plain()
  expect((await refusedFields({ ...file, name: ' ' })).fields).toEqual(['name'])
  expect((await refusedFields({ ...file, clip: { hasSound: 'loud' } })).fields).toEqual(['clip.hasSound'])
  const picture = { ...file.picture, base64: btoa('another one') }
  expect((await refusedFields({ ...file, picture })).fields).toEqual(['picture.sha256'])
  expect((await refusedFields({ name: 'a' })).reason).toBe('recipe_unknown')
  await expect(readRecipeText('{')).rejects.toMatchObject({ reason: 'recipe_unknown' })
})

test('unknown versions are refused', async () => {
  const file = await plain()
  expect((await refusedFields({ ...file, version: 0 })).fields).toEqual(['version'])
  expect((await refusedFields({ ...file, version: 2 })).reason).toBe('recipe_of_newer')
})

test('an older version goes through each migration', () => {
  const chain = {
    1: (older: object) => ({ ...older, two: true }),
    2: (older: object) => ({ ...older, three: true }),
  }
  const older = { kind: 'clearcut-recipe', version: 1, name: 'Old' }
  expect(migrated(older, chain, 3)).toEqual({ ...older, two: true, three: true, version: 3 })
})
