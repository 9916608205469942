import { beforeEach, expect, test } from 'vitest'
import { noComposition, noPlacement } from '#contract/composition.ts'
import { openUndoJournal } from '#library/history/undo-journal.ts'
import type { Item } from '#library/items/item.ts'
import { createItemList } from '#library/items/item-list.ts'
import { applyRecipe, changesOf } from '#library/recipe/apply-recipe.ts'
import { clipRecipeOf } from '#library/recipe/convert-recipe.ts'
import { defaultRecipe } from '#library/recipe/recipe.ts'
import { readRecipeFile, toRecipeFile } from '#library/recipe/recipe-file.ts'
import { imageRecipeParts, videoRecipeParts } from '#library/recipe/recipe-parts.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import { defaultVideoRecipe } from '#library/recipe/video-recipe.ts'
import type { MediaKind, PageList } from '#studio/items/media-kind.ts'
import { mediaKind, plainItem } from '#support/open-items.ts'

const itemOf = (id: string, kind = 'image'): Item =>
  plainItem(id, { kind, recipe: kind === 'video' ? defaultVideoRecipe : defaultRecipe })

const settings = {
  ...defaultRecipe,
  format: 'jpg' as const,
  background: '#ffffff',
  composition: { ...noComposition, placement: { ...noPlacement, scale: 2 } },
}
const saved: SavedRecipe = {
  id: 'mine',
  name: 'Shop',
  names: '{name}',
  picture: null,
  settings,
  clip: clipRecipeOf(settings),
}

let list: PageList
const recipes = () => list.get().items.map(({ recipe }) => recipe)

beforeEach(() => {
  list = createItemList<MediaKind>()
  for (const [name, firstRecipe, recipeParts] of [
    ['image', defaultRecipe, imageRecipeParts],
    ['video', defaultVideoRecipe, videoRecipeParts],
  ] as const)
    list.register(
      mediaKind({ name, firstRecipe, recipeParts, create: async (file) => itemOf(file.name, name) }),
    )
  list.add([itemOf('a'), itemOf('b'), itemOf('v', 'video')])
})

test('pictures and clips get a recipe in one step of undo', () => {
  const journal = openUndoJournal({ list, tell: () => {} }, () => 0)
  applyRecipe(list, list.get().items, saved, true)
  expect(recipes()).toEqual([settings, settings, saved.clip])
  expect(recipes()[0]).toBe(recipes()[1])
  expect(list.get().recipes.image).toEqual(settings)
  journal.undo()
  expect(recipes()).toEqual([defaultRecipe, defaultRecipe, defaultVideoRecipe])
  expect(journal.canUndo()).toBe(false)
})

test("a recipe's changes are known in advance", () => {
  applyRecipe(list, list.get().items.slice(0, 1), saved, false)
  expect([...changesOf(list.get().items, saved).keys()]).toEqual(['b', 'v'])
  expect(list.get().recipes.image ?? defaultRecipe).toEqual(defaultRecipe)
})

test('a preset leaves the level as it is', () => {
  const preset = { ...saved, id: 'preset-amazon' }
  const fine = { ...itemOf('f'), recipe: { ...settings, level: 'fine' as const } }
  expect(changesOf([fine], preset).size).toBe(0)
  expect(changesOf([fine], saved).size).toBe(1)
})

test('pictures of one size and type are two backgrounds', async () => {
  const behind = { kind: 'picture', fit: 'cover' } as const
  const pictured = async (id: string, content: string) => {
    const picture = new Blob([content], { type: 'image/png' })
    const own = { ...settings, composition: { ...noComposition, background: behind } }
    const file = await toRecipeFile({ ...saved, picture, settings: own, clip: clipRecipeOf(own) }, true)
    return readRecipeFile(file, id)
  }
  const [red, blue] = [await pictured('r', 'red!'), await pictured('b', 'blue')]
  const items = () => list.get().items
  applyRecipe(list, items(), red, false)
  expect(changesOf(items(), red).size).toBe(0)
  expect(changesOf(items(), await pictured('again', 'red!')).size).toBe(0)
  expect(changesOf(items(), blue).size).toBe(3)
})
