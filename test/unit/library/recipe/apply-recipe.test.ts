import { beforeEach, expect, test } from 'vitest'
import { noComposition, noPlacement } from '#contract/composition.ts'
import { emptyHistory } from '#library/history/edit-history.ts'
import { openUndoJournal } from '#library/history/undo-journal.ts'
import type { Item } from '#library/items/item.ts'
import { createItemList } from '#library/items/item-list.ts'
import { applyRecipe, changesOf, withPictureId } from '#library/recipe/apply-recipe.ts'
import { clipRecipeOf } from '#library/recipe/convert-recipe.ts'
import { defaultRecipe } from '#library/recipe/recipe.ts'
import { imageRecipeParts, videoRecipeParts } from '#library/recipe/recipe-parts.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import { defaultVideoRecipe } from '#library/recipe/video-recipe.ts'
import type { MediaKind, PageList } from '#studio/items/media-kind.ts'
import { mediaKind } from '#support/open-items.ts'

const itemOf = (id: string, kind = 'image'): Item => ({
  ...{ id, kind, name: id, file: null, runLocation: 'device', progress: null, error: null },
  ...{ edits: emptyHistory, recipe: kind === 'video' ? defaultVideoRecipe : defaultRecipe },
})

const settings = {
  ...defaultRecipe,
  format: 'jpg' as const,
  background: '#ffffff',
  composition: { ...noComposition, placement: { ...noPlacement, scale: 2 } },
}
const saved: SavedRecipe = {
  ...{ id: 'mine', name: 'Shop', names: '{name}', picture: null },
  ...{ settings, clip: clipRecipeOf(settings) },
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
  const journal = openUndoJournal({ list, tell: () => {} })
  applyRecipe(list, list.get().items, saved, true)
  expect(recipes()).toEqual([settings, settings, saved.clip])
  expect(recipes()[0]).toBe(recipes()[1])
  expect(list.get().recipes.image).toEqual(settings)
  journal.undo()
  expect(recipes()).toEqual([defaultRecipe, defaultRecipe, defaultVideoRecipe])
  expect(journal.canUndo()).toBe(false)
})

test('what would change is known before', () => {
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

test('a picture of a recipe is added once', () => {
  const known = new Map<string, Blob>()
  const pictures = {
    get: () => known,
    add: (picture: Blob) => {
      known.set(`id-${known.size}`, picture)
      return `id-${known.size - 1}`
    },
  }
  const withPicture = { ...saved, picture: new Blob(['x'], { type: 'image/png' }) }
  expect(withPictureId(withPicture, pictures).settings.picture).toBe('id-0')
  expect(withPictureId(withPicture, pictures).clip.picture).toBe('id-0')
  expect(known.size).toBe(1)
})
