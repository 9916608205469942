import { findItem, type Item } from '#library/items/item.ts'
import type { ItemList } from '#library/items/item-list.ts'
import type { SteppedChange } from '#library/items/library-event.ts'
import { isSameData, type ListChange } from '#library/items/list-change.ts'
import { isSamePart, type RecipePart } from '#library/recipe/recipe-parts.ts'

/** The present items that a change would alter, in their current state. */
const itemsOf = (list: ItemList, change: ListChange): readonly Item[] => {
  const { items, removed } = list.get()
  if (change.type === 'removal') {
    const from = change.isRemoved ? items : removed.map(({ item }) => item)
    const meant = from.filter(({ id }) => change.ids.includes(id))
    return meant.length === change.ids.length ? meant : []
  }
  if (change.type === 'recipes')
    return [...change.from.items].flatMap(([id, from]) => {
      const item = findItem(items, id)
      const to = change.to.items.get(id)
      const isOther = to && !isSameData(from, to)
      return item && isOther && isSameData(item.recipe, from) ? [item] : []
    })
  const item = findItem(items, change.id)
  return item && isBefore(list, item, change) ? [item] : []
}

const isBefore = (
  list: ItemList,
  item: Item,
  change: Exclude<ListChange, { readonly type: 'recipes' | 'removal' }>,
): boolean => {
  switch (change.type) {
    case 'edit': {
      const { steps, done } = item.edits
      const key = steps[change.isDone ? done : done - 1]?.key
      return change.key !== null && key === change.key && list.kindOf(item).isEditable(item)
    }
    case 'look':
      return (item.isLookedAt ?? false) !== change.isLookedAt
    case 'part':
      return !isSameData(change.from, change.to) && isSameData(list.kindOf(item).part?.of(item), change.from)
  }
}

/** Whether a change would alter anything. */
export const mayDo = (list: ItemList, change: ListChange): boolean => itemsOf(list, change).length > 0

/** Makes a change and selects an item that it altered. Returns what was changed, of which items. */
export const doChange = (list: ItemList, change: ListChange): SteppedChange => {
  const before = itemsOf(list, change)
  const [first] = before
  const { selectedId } = list.get()
  if (first && change.type !== 'removal' && !findItem(before, selectedId)) list.select(first.id)
  switch (change.type) {
    case 'edit':
      if (first) list.kindOf(first).stepEdits(first, change.isDone ? 'redo' : 'undo')
      break
    case 'look':
      if (first) list.update(first.id, (item) => ({ ...item, isLookedAt: change.isLookedAt }))
      break
    case 'part':
      if (first) list.kindOf(first).part?.choose(first, change.to)
      break
    case 'removal':
      if (change.isRemoved) list.remove(change.ids)
      else list.undoRemove(change.ids)
      break
    case 'recipes':
      setRecipes(list, change, before)
  }
  const items = before.map((item) => findItem(list.get().items, item.id) ?? item)
  return { what: change.type === 'recipes' ? partsIn(list, change, items) : change.type, items }
}

type RecipesChange = Extract<ListChange, { readonly type: 'recipes' }>

const setRecipes = (list: ItemList, { kind, from, to }: RecipesChange, items: readonly Item[]): void => {
  const { recipes } = list.get()
  const changed = items.flatMap(({ id }) => {
    const recipe = to.items.get(id)
    return recipe ? [[id, recipe] as const] : []
  })
  const isNext = recipes[kind] !== undefined && isSameData(recipes[kind], from.next)
  list.setRecipes(new Map(changed), isNext ? { ...recipes, [kind]: to.next } : recipes)
}

const partsIn = (list: ItemList, { from, to }: RecipesChange, items: readonly Item[]) => {
  const parts = items[0] ? list.kindOf(items[0]).recipeParts : []
  const differs = (part: RecipePart) =>
    items.some(({ id }) => !isSamePart(from.items.get(id) ?? from.next, to.items.get(id) ?? to.next, part))
  return parts.filter(differs).map(({ name }) => name)
}
