import type { Item } from '#library/items/item.ts'
import type { ItemList, ItemListState } from '#library/items/item-list.ts'
import { settingsFor } from './convert-recipe.ts'
import type { AnyRecipe } from './recipe-parts.ts'
import type { SavedRecipe } from './saved-recipe.ts'

/** Whether a recipe comes with the studio; it then does not change the level. */
export const isPreset = ({ id }: Pick<SavedRecipe, 'id'>): boolean => id.startsWith('preset-')

/** The settings of an item after a recipe; the same object if nothing changes. */
export const settingsWith = (
  item: Pick<Item, 'kind' | 'recipe'>,
  saved: SavedRecipe,
  keepsLevel: boolean = isPreset(saved),
): AnyRecipe => {
  const { recipe } = item
  const given = settingsFor(item.kind, saved)
  const after = {
    ...given,
    ...(keepsLevel && 'level' in recipe && { level: recipe.level }),
    // The picture's id is irrelevant if the background is no picture.
    ...(given.composition.background?.kind !== 'picture' &&
      'picture' in recipe && { picture: recipe.picture }),
  }
  return JSON.stringify(after) === JSON.stringify(recipe) ? recipe : after
}

/** New settings of the items that a recipe changes, by id. Items with equal settings share one object. */
export const changesOf = (items: readonly Item[], saved: SavedRecipe): ReadonlyMap<string, AnyRecipe> => {
  const known = new Map<string, AnyRecipe>()
  return new Map(
    items.flatMap((item) => {
      const after = settingsWith(item, saved)
      if (after === item.recipe) return []
      const key = JSON.stringify(after)
      known.set(key, known.get(key) ?? after)
      return [[item.id, known.get(key) ?? after] as const]
    }),
  )
}

/** Applies a recipe to items, in one step; with `isForAll` also to files opened later. */
export function applyRecipe(
  list: Pick<ItemList, 'get' | 'setRecipes' | 'kindOf'>,
  items: readonly Item[],
  saved: SavedRecipe,
  isForAll: boolean,
): void {
  const changes = changesOf(items, saved)
  const first = items.find(({ id }) => changes.has(id))
  if (!first) return
  const { recipes } = list.get()
  const after = changes.get(first.id) ?? first.recipe
  // The journal records the next settings of one kind only.
  const next: ItemListState['recipes'] = isForAll ? { ...recipes, [first.kind]: after } : recipes
  list.setRecipes(changes, next)
  list.kindOf(first).remember(after)
}
