import { expect, test } from 'vitest'
import { clipRecipeOf } from '#library/recipe/convert-recipe.ts'
import { defaultRecipe } from '#library/recipe/recipe.ts'
import { readRecipeHash, recipeHash, toRecipeHash } from '#library/recipe/recipe-link.ts'

const saved = {
  id: 'a',
  name: 'Größe ✓',
  names: '{name}',
  picture: null,
  settings: defaultRecipe,
  clip: clipRecipeOf(defaultRecipe),
}

test('a recipe goes through an address', async () => {
  const { hash } = await toRecipeHash(saved)
  expect(hash).toMatch(/^#recipe=[\w-]+$/)
  expect(hash.length).toBeLessThan(2000)
  expect({ ...(await readRecipeHash(hash)), id: 'a' }).toEqual(saved)
})

test('a small picture goes along, a large one stays behind', async () => {
  const pictured = (bytes: number) => ({
    ...saved,
    picture: new Blob([new Uint8Array(bytes)], { type: 'image/png' }),
  })
  const small = await toRecipeHash(pictured(500))
  expect(small.isPictureLeftOut).toBe(false)
  expect((await readRecipeHash(small.hash)).picture?.size).toBe(500)
  const large = await toRecipeHash(pictured(9000))
  expect(large.isPictureLeftOut).toBe(true)
  expect((await readRecipeHash(large.hash)).picture).toBeNull()
})

test('nonsense in an address is refused', async () => {
  await expect(readRecipeHash(`${recipeHash}%%%`)).rejects.toMatchObject({ reason: 'recipe_unknown' })
  await expect(readRecipeHash(recipeHash + 'A'.repeat(9000))).rejects.toMatchObject({
    reason: 'recipe_link_too_long',
  })
})
