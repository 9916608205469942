import type { AnyRecipe } from '#library/recipe/recipe-parts.ts'
import type { Item } from './item.ts'
import type { ItemKind } from './item-kind.ts'

/** The settings of the changed items by their ids, and of the next files of their kind. */
export type Recipes = { readonly items: ReadonlyMap<string, AnyRecipe>; readonly next: AnyRecipe }

/** A person's change of items, as invertible plain data. */
export type ListChange =
  /** The edit at index `at` of an item's history; `key` is null until an earlier page's history is loaded. */
  | {
      readonly type: 'edit'
      readonly id: string
      readonly at: number
      readonly key: string | null
      readonly isDone: boolean
    }
  /** The result of an item was accepted, or no longer is. */
  | { readonly type: 'look'; readonly id: string; readonly isLookedAt: boolean }
  | { readonly type: 'part'; readonly id: string; readonly from: unknown; readonly to: unknown }
  /** Items of one kind got new settings together. */
  | {
      readonly type: 'recipes'
      readonly kind: string
      readonly from: Recipes
      readonly to: Recipes
    }
  /** Items were removed together, or restored. */
  | { readonly type: 'removal'; readonly ids: readonly string[]; readonly isRemoved: boolean }

/** The inverse change. */
export const inverse = (change: ListChange): ListChange => {
  switch (change.type) {
    case 'edit':
      return { ...change, isDone: !change.isDone }
    case 'look':
      return { ...change, isLookedAt: !change.isLookedAt }
    case 'removal':
      return { ...change, isRemoved: !change.isRemoved }
    case 'part':
      return { ...change, from: change.to, to: change.from }
    case 'recipes':
      return { ...change, from: change.to, to: change.from }
  }
}

/** Whether two settings or parts are equal by value. */
export const isSameData = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b)

/** The changes between two states of an item. */
export const changesOf = (before: Item, after: Item, { part }: ItemKind): readonly ListChange[] => {
  const { id } = after
  const [from, to] = [part?.of(before), part?.of(after)]
  return [
    ...(after.edits === before.edits ? [] : addedEdits(before, after)),
    ...(from === undefined || isSameData(from, to) ? [] : [{ type: 'part' as const, id, from, to }]),
    ...(after.isLookedAt && !before.isLookedAt ? [{ type: 'look' as const, id, isLookedAt: true }] : []),
  ]
}

const addedEdits = (before: Item, { id, edits }: Item): readonly ListChange[] => {
  const known = new Set(before.edits.steps.map(({ key }) => key))
  return edits.steps
    .slice(0, edits.done)
    .flatMap(({ key }, at) => (known.has(key) ? [] : [{ type: 'edit', id, at, key, isDone: true }]))
}
