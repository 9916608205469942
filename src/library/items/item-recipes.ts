import { type AnyRecipe, isSamePart, type RecipePart, withParts } from '#library/recipe/recipe-parts.ts'
import type { Scope } from './chosen-items.ts'
import { findItem, type Item } from './item.ts'
import type { ItemList, ItemListState } from './item-list.ts'

/** The other items of the same kind in `scope`: none, the chosen ones, or all. */
export const othersOf = (state: Pick<ItemListState, 'items' | 'chosenIds'>, item: Item, scope: Scope) =>
  state.items.filter(
    (other) =>
      other.kind === item.kind &&
      other.id !== item.id &&
      (scope === 'all' || (scope === 'chosen' && state.chosenIds.includes(other.id))),
  )

/** Whether an item is chosen with others of its kind. */
const isChosen = (state: ItemListState, item: Item): boolean =>
  state.chosenIds.includes(item.id) && othersOf(state, item, 'chosen').length > 0

/**
 * The scope of changes of an item. If it is the only one of its kind, changes also hold for later ones; if it is chosen
 * with others, for those. Without a selected scope, items with different settings keep their own.
 */
export const scopeOf = (list: Pick<ItemList, 'get' | 'kindOf'>, item: Item): Scope => {
  const state = list.get()
  const others = othersOf(state, item, 'all')
  if (others.length === 0) return 'all'
  if (isChosen(state, item)) return state.scopes.chosen
  if (state.scopes.usual) return state.scopes.usual
  const shared = list.kindOf(item).recipeParts.filter(({ isOwn }) => !isOwn)
  const differs = [...new Set(others.map(({ recipe }) => recipe))].some(
    (recipe) => !shared.every((part) => isSamePart(recipe, item.recipe, part)),
  )
  return differs ? 'one' : 'all'
}

/** Sets the scope of an item's changes; for chosen items, until the choice ends. */
export const setScope = (list: ItemList, item: Item, scope: Scope): void => {
  if (isChosen(list.get(), item)) list.setScopes({ chosen: scope })
  else if (scope !== 'chosen') list.setScopes({ usual: scope })
}

/**
 * Changes the settings of an item. The changed parts, except those with `isOwn`, are copied to the other items in
 * scope, and with `all` to later ones.
 */
export function changeRecipe<R extends AnyRecipe>(list: ItemList, id: string, change: Partial<R>): void {
  const state = list.get()
  const item = findItem(state.items, id)
  if (!item) return
  const kind = list.kindOf(item)
  const recipe = { ...item.recipe, ...change }
  if (JSON.stringify(recipe) === JSON.stringify(item.recipe)) return
  const shared = kind.recipeParts.filter((part) => !part.isOwn && !isSamePart(item.recipe, recipe, part))
  const scope = scopeOf(list, item)
  const others = othersOf(state, item, scope)
  // Items with equal settings keep sharing one object, so that comparing hundreds of them is fast.
  const changed = new Map<AnyRecipe, AnyRecipe>()
  const withShared = (before: AnyRecipe): AnyRecipe => {
    const after = changed.get(before) ?? withParts(before, recipe, shared)
    changed.set(before, after)
    return after
  }
  list.setRecipes(
    new Map([[id, recipe], ...others.map((other) => [other.id, withShared(other.recipe)] as const)]),
    recipesOfNext(state, { ...item, recipe }, scope, shared),
  )
  kind.remember(recipe)
}

/** A part of the settings, and how many other items differ in it. */
type PartDifference = { readonly part: RecipePart; readonly count: number }

/** The parts in which other items in scope differ from an item. */
export const differencesFrom = (list: ItemList, item: Item, scope: Scope): readonly PartDifference[] => {
  const others = othersOf(list.get(), item, scope)
  return list.kindOf(item).recipeParts.flatMap((part) => {
    const count = others.filter(({ recipe }) => !isSamePart(recipe, item.recipe, part)).length
    return count === 0 ? [] : [{ part, count }]
  })
}

/** Copies these parts of an item's settings to the other items in scope, and with `all` to later ones. */
export function applyParts(list: ItemList, item: Item, scope: Scope, parts: readonly RecipePart[]): void {
  const state = list.get()
  const others = othersOf(state, item, scope)
  list.setRecipes(
    new Map(others.map(({ id, recipe }) => [id, withParts(recipe, item.recipe, parts)])),
    recipesOfNext(
      state,
      item,
      scope,
      parts.filter(({ isOwn }) => !isOwn),
    ),
  )
}

/** The settings of the next files: with `all`, these parts are copied from the item. */
const recipesOfNext = (
  { recipes }: ItemListState,
  { kind, recipe }: Item,
  scope: Scope,
  parts: readonly RecipePart[],
): ItemListState['recipes'] => {
  const before = recipes[kind] ?? recipe
  const after = scope === 'all' ? withParts(before, recipe, parts) : before
  return after === recipes[kind] ? recipes : { ...recipes, [kind]: after }
}
