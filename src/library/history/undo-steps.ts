import { noComposition } from '#contract/composition.ts'
import { findItem, type Item } from '#library/items/item.ts'
import type { ItemList, ItemListState } from '#library/items/item-list.ts'
import type { OnLibraryEvent } from '#library/items/library-event.ts'
import { type AnyRecipe, isSamePart, type RecipePart } from '#library/recipe/recipe-parts.ts'
import type { SavedStep } from './saved-journal.ts'

/** Something that was done. It may no longer be there to undo, or not yet be there to do again. */
export type Step = {
  readonly canUndo: () => boolean
  readonly undo: () => void
  readonly canRedo: () => boolean
  readonly redo: () => void
  /** As it is stored; null where it does not outlive the page. */
  readonly saved: (numberOf: (recipe: AnyRecipe) => number) => SavedStep | null
}

/** The edit at the index `at` of the history of an item. */
export type EditStep = Step & {
  readonly id: string
  readonly at: number
  /** Says which one it is, once the history of an earlier page is back. */
  readonly name: (key: string) => void
}

/** The list, and who is told that a step was undone or done again. */
export type JournalParts = { readonly list: ItemList; readonly tell: OnLibraryEvent }

/** `key` is null until the history of an earlier page is back. */
export function editStep(
  { list, tell }: JournalParts,
  id: string,
  at: number,
  known: string | null,
): EditStep {
  let key = known
  /** The item, where its step `offset` from the last one that is done is this one. */
  const itemAt = (offset: 0 | 1): Item | null => {
    const item = findItem(list.get().items, id)
    const isMine = key !== null && item?.edits.steps[item.edits.done - 1 + offset]?.key === key
    return item && isMine && list.kindOf(item).isEditable(item) ? item : null
  }
  const step = (type: 'undo' | 'redo', offset: 0 | 1) => () => {
    const item = itemAt(offset)
    if (!item) return
    list.select(id)
    list.kindOf(item).stepEdits(item, type)
    tell({ type: type === 'undo' ? 'undone' : 'redone', step: { what: 'edit', items: [item] } })
  }
  return {
    id,
    at,
    name: (found) => {
      key = found
    },
    canUndo: () => itemAt(0) !== null,
    undo: step('undo', 0),
    canRedo: () => itemAt(1) !== null,
    redo: step('redo', 1),
    saved: () => ({ type: 'edit', id, at }),
  }
}

/** Items were removed together. */
export const removalStep = ({ list, tell }: JournalParts, ids: readonly string[]): Step => {
  const step = (type: 'undone' | 'redone', change: (ids: readonly string[]) => void) => () => {
    const { items, removed } = list.get()
    const all = [...items, ...removed.map(({ item }) => item)]
    change(ids)
    tell({ type, step: { what: 'removal', items: all.filter(({ id }) => ids.includes(id)) } })
  }
  return {
    canUndo: () => ids.every((id) => list.get().removed.some(({ item }) => item.id === id)),
    undo: step('undone', list.undoRemove),
    canRedo: () => ids.every((id) => findItem(list.get().items, id)),
    redo: step('redone', list.remove),
    saved: () => null,
  }
}

/** The result of an item was kept as it is. */
export function lookStep({ list, tell }: JournalParts, id: string): Step {
  const itemWhere = (isLookedAt: boolean) => {
    const item = findItem(list.get().items, id)
    return (item?.isLookedAt ?? false) === isLookedAt ? item : null
  }
  const step = (isLookedAt: boolean, type: 'undone' | 'redone') => () => {
    list.select(id)
    list.update(id, (item) => ({ ...item, isLookedAt }))
    const item = findItem(list.get().items, id)
    if (item) tell({ type, step: { what: 'look', items: [item] } })
  }
  return {
    canUndo: () => itemWhere(true) !== null,
    undo: step(false, 'undone'),
    canRedo: () => itemWhere(false) !== null,
    redo: step(true, 'redone'),
    saved: () => null,
  }
}

/** Another part of an item was chosen. */
export type PartChange = { readonly id: string; readonly from: unknown; readonly to: unknown }

/** `change` is asked each time, as for `recipeStep`. */
export function partStep({ list, tell }: JournalParts, change: () => PartChange): Step {
  const itemWith = (part: unknown) => {
    const item = findItem(list.get().items, change().id)
    return item && isSameData(list.kindOf(item).part?.of(item), part) ? item : null
  }
  const step = (there: 'from' | 'to', then: 'from' | 'to', type: 'undone' | 'redone') => () => {
    const item = itemWith(change()[there])
    if (!item) return
    list.select(item.id)
    list.kindOf(item).part?.choose(item, change()[then])
    tell({ type, step: { what: 'part', items: [item] } })
  }
  return {
    canUndo: () => itemWith(change().to) !== null,
    undo: step('to', 'from', 'undone'),
    canRedo: () => itemWith(change().from) !== null,
    redo: step('from', 'to', 'redone'),
    saved: () => null,
  }
}

/** The settings of items of one kind by their ids, and the settings for its next files. */
export type Recipes = { readonly items: ReadonlyMap<string, AnyRecipe>; readonly next: AnyRecipe }

/** The settings in a state of the list. */
export const recipesOf = ({ items, recipes }: ItemListState, kind: string): Recipes => ({
  items: new Map(items.map(({ id, recipe }) => [id, recipe])),
  next: recipes[kind] ?? { composition: noComposition },
})

/** The settings of items of one kind by their ids, and the settings for its next files. */
export type RecipeChange = {
  readonly kind: string
  readonly ids: readonly string[]
  readonly from: Recipes
  readonly to: Recipes
}

/** `change` is asked each time, since a slider that still moves goes on with its step. */
export function recipeStep({ list, tell }: JournalParts, change: () => RecipeChange): Step {
  /** Items with the settings of `there`, and their settings in `then`. */
  const changes = (there: Recipes, then: Recipes) =>
    change().ids.flatMap((id) => {
      const item = findItem(list.get().items, id)
      const [before, recipe] = [there.items.get(id), then.items.get(id)]
      return item && before && recipe && isSameData(item.recipe, before) ? [[id, recipe] as const] : []
    })
  const set = (there: Recipes, then: Recipes, type: 'undone' | 'redone') => {
    const { kind } = change()
    const { selectedId, recipes } = list.get()
    const changed = changes(there, then)
    const shown = changed.find(([id]) => id === selectedId) ?? changed[0]
    if (shown && shown[0] !== selectedId) list.select(shown[0])
    const next = recipes[kind]
    const isNext = next !== undefined && isSameData(next, there.next)
    list.setRecipes(new Map(changed), isNext ? { ...recipes, [kind]: then.next } : recipes)
    const items = changed.flatMap(([id]) => findItem(list.get().items, id) ?? [])
    const parts = items[0] ? list.kindOf(items[0]).recipeParts : []
    const differs = (part: RecipePart) =>
      changed.some(
        ([id]) => !isSamePart(there.items.get(id) ?? there.next, then.items.get(id) ?? then.next, part),
      )
    tell({ type, step: { what: parts.filter(differs).map(({ name }) => name), items } })
  }
  return {
    canUndo: () => changes(change().to, change().from).length > 0,
    undo: () => set(change().to, change().from, 'undone'),
    canRedo: () => changes(change().from, change().to).length > 0,
    redo: () => set(change().from, change().to, 'redone'),
    saved: (numberOf) => {
      const { kind, ids, from, to } = change()
      const numbers = ({ items, next }: Recipes) => ids.map((id) => numberOf(items.get(id) ?? next))
      return {
        type: 'recipes',
        kind,
        ids: [...ids],
        from: numbers(from),
        to: numbers(to),
        next: [numberOf(from.next), numberOf(to.next)],
      }
    },
  }
}

/** Whether two settings or parts agree. Stored ones are other objects. */
export const isSameData = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b)
