import { expect, test } from 'vitest'
import { createStore } from '#base/store.ts'
import { clipRecipeOf } from '#library/recipe/convert-recipe.ts'
import { defaultRecipe } from '#library/recipe/recipe.ts'
import { openRecipeStore, type SavedRecipes } from '#library/recipe/recipe-store.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import { openBatchDatabase } from '#library/store/batch-database.ts'

const recipe = (id: string, picture: Blob | null = null): SavedRecipe => ({
  id,
  name: `Recipe ${id}`,
  names: '{name}',
  picture,
  settings: defaultRecipe,
  clip: clipRecipeOf(defaultRecipe),
})

const empty = () => createStore<SavedRecipes>({ recipes: [], unreadable: 0 })

/** A store of its own for each test, and another page with the same. */
const openStore = () => {
  const database = openBatchDatabase(`recipes-${crypto.randomUUID()}`)
  const later = async () => {
    const other = openRecipeStore(empty(), database)
    await other.load()
    return other
  }
  return { database, store: openRecipeStore(empty(), database), later }
}
const namesOf = ({ get }: ReturnType<typeof openRecipeStore>) => get().recipes.map(({ name }) => name)

test('recipes come back in their order, with pictures and new names', async () => {
  const { store, later } = openStore()
  await store.save(recipe('a', new Blob(['a picture'], { type: 'image/png' })))
  await store.save(recipe('b'), recipe('c'))
  await store.setOrder(['c', 'a', 'b'])
  await store.save({ ...recipe('b'), name: 'Renamed' })
  const back = await later()
  expect(namesOf(back)).toEqual(['Recipe c', 'Recipe a', 'Renamed'])
  expect(await back.get().recipes[1]?.picture?.text()).toBe('a picture')
  expect(back.get().recipes[0]).toEqual(recipe('c'))
})

test('a deleted recipe is put back in its place', async () => {
  const { store, later } = openStore()
  await store.save(recipe('a'), recipe('b'), recipe('c'))
  await store.remove('b')
  expect(namesOf(await later())).toEqual(['Recipe a', 'Recipe c'])
  await store.save(recipe('b'))
  await store.setOrder(['a', 'b', 'c'])
  expect(namesOf(await later())).toEqual(['Recipe a', 'Recipe b', 'Recipe c'])
})

test('what cannot be read is counted and stays as it is', async () => {
  const { database, store, later } = openStore()
  const newer = { id: 'x', order: 0, picture: null, file: { kind: 'clearcut-recipe', version: 9 } }
  await (await database()).put('recipes', newer)
  await store.load()
  expect(store.get()).toEqual({ recipes: [], unreadable: 1 })
  await store.save(recipe('a'))
  expect((await later()).get()).toMatchObject({ recipes: [{ id: 'a' }], unreadable: 1 })
  expect(await (await database()).get('recipes', 'x')).toEqual(newer)
})
