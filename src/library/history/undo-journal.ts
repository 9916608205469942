import { createStore } from '#base/store.ts'
import { findItem, type Item } from '#library/items/item.ts'
import { type ItemList, selectedItem } from '#library/items/item-list.ts'
import type { OnLibraryEvent } from '#library/items/library-event.ts'
import { inverse, isSameData, type ListChange, type Recipes } from '#library/items/list-change.ts'
import type { AnyRecipe } from '#library/recipe/recipe-parts.ts'
import { doChange, mayDo } from './do-change.ts'
import { canRedo as canRedoEdits } from './edit-history.ts'
import { recipeNumbers, type SavedJournal, type SavedStep } from './saved-journal.ts'

/** Undoes the last change: an edit, settings of items, a removal from the list. */
export type UndoJournal = {
  readonly canUndo: () => boolean
  readonly undo: () => void
  readonly canRedo: () => boolean
  readonly redo: () => void
  /** Calls `listener` after each change of the result of `save`, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
  /** The changes that a later page can undo. */
  readonly save: () => SavedJournal
  /** Inserts the changes of an earlier page before those of this page. */
  readonly restore: (saved: SavedJournal) => void
}

/** The list, and a function that is called after each undo and redo. */
type Parts = { readonly list: ItemList; readonly tell: OnLibraryEvent }

/** Numbers of changes in memory and in storage. */
const maxChanges = 1000
const maxSavedChanges = 200

/** Records the changes of the list while the page is open. Changes with the same `gesture` are undone together. */
export function openUndoJournal({ list, tell }: Parts, gesture: () => number): UndoJournal {
  let done: readonly ListChange[] = []
  let undone: readonly ListChange[] = []
  const changes = createStore({ count: 0 })
  const changed = () => changes.set(({ count }) => ({ count: count + 1 }))
  /** Whether a change is being undone or redone, so that it is not recorded. */
  let isStepping = false
  let lastGesture = -1

  list.changes.subscribe((change) => {
    if (isStepping) return
    // A change of an earlier page whose history is loaded now.
    const awaited = done.find((each) => each.type === 'edit' && each.key === null && isSameEdit(each, change))
    if (awaited) {
      done = done.map((each) => (each === awaited ? change : each))
      return
    }
    const last = lastGesture === gesture() ? done.at(-1) : undefined
    const joined = last && joinedWith(last, change)
    done = joined ? [...done.slice(0, -1), joined] : [...done, change].slice(-maxChanges)
    undone = []
    lastGesture = gesture()
    changed()
  })

  const step = (change: ListChange, type: 'undone' | 'redone') => {
    isStepping = true
    lastGesture = -1
    try {
      tell({ type, step: doChange(list, change) })
    } finally {
      isStepping = false
    }
    changed()
  }
  const lastDone = () => done.findLast((change) => mayDo(list, inverse(change)))
  const lastUndone = () => undone.findLast((change) => mayDo(list, change))
  /** The shown item, if its own buttons undid edits of it. */
  const redoable = (): Item | null => {
    const item = selectedItem(list.get())
    return item && canRedoEdits(item.edits) && list.kindOf(item).isEditable(item) ? item : null
  }
  return {
    canUndo: () => lastDone() !== undefined,
    undo: () => {
      const change = lastDone()
      if (!change) return
      done = done.filter((each) => each !== change)
      undone = [...undone, change]
      step(inverse(change), 'undone')
    },
    canRedo: () => lastUndone() !== undefined || redoable() !== null,
    redo: () => {
      const change = lastUndone()
      const item = redoable()
      if (change) {
        undone = undone.filter((each) => each !== change)
        done = [...done, change]
        step(change, 'redone')
      } else if (item) {
        list.kindOf(item).stepEdits(item, 'redo')
        tell({ type: 'redone', step: { what: 'edit', items: [item] } })
      }
    },
    subscribe: changes.subscribe,
    save: () => {
      const { recipes, numberOf } = recipeNumbers()
      const steps = done.flatMap((change) => toSaved(change, numberOf) ?? [])
      return { recipes, steps: steps.slice(-maxSavedChanges) }
    },
    restore: ({ steps, recipes }) => {
      // Hundreds of items share few settings.
      const parsed = new Map<number, AnyRecipe | null>()
      const recipeOf: RecipeOf = (kind, number = -1) => {
        const parse = list.kinds.find(({ name }) => name === kind)?.keeping?.parseRecipe
        if (!parsed.has(number)) parsed.set(number, parse?.(recipes[number]) ?? null)
        return parsed.get(number) ?? null
      }
      const before = steps.flatMap((saved) => fromSaved(saved, list.get().items, recipeOf) ?? [])
      // Restored edits were already recorded as new ones.
      done = [...before, ...done.filter((change) => !before.some((each) => isSameEdit(each, change)))]
    },
  }
}

/** Whether two changes are the same edit, by item and index. */
const isSameEdit = (one: ListChange, other: ListChange): boolean =>
  one.type === 'edit' && other.type === 'edit' && one.id === other.id && one.at === other.at

/** Merges two consecutive changes of the same settings or part; null if they are not consecutive. */
const joinedWith = (last: ListChange, next: ListChange): ListChange | null => {
  if (last.type === 'part' && next.type === 'part')
    return last.id === next.id && isSameData(last.to, next.from) ? { ...last, to: next.to } : null
  if (last.type !== 'recipes' || next.type !== 'recipes') return null
  const [were, are] = [last.to.items, next.from.items]
  const goesOn = were.size === are.size && [...are].every(([id, recipe]) => were.get(id) === recipe)
  return goesOn ? { ...last, to: next.to } : null
}

/** Null for changes that only this page can undo. */
const toSaved = (change: ListChange, numberOf: (recipe: AnyRecipe) => number): SavedStep | null => {
  if (change.type === 'edit') return { type: 'edit', id: change.id, at: change.at }
  if (change.type !== 'recipes') return null
  const { kind, from, to } = change
  const ids = [...from.items.keys()]
  const numbers = ({ items, next }: Recipes) => ids.map((id) => numberOf(items.get(id) ?? next))
  return {
    type: 'recipes',
    kind,
    ids,
    from: numbers(from),
    to: numbers(to),
    next: [numberOf(from.next), numberOf(to.next)],
  }
}

/** Settings of a kind by number; null if unreadable. */
type RecipeOf = (kind: string, number: number | undefined) => AnyRecipe | null

/** Null if none of its items exists. */
const fromSaved = (saved: SavedStep, items: readonly Item[], recipeOf: RecipeOf): ListChange | null => {
  if (saved.type === 'edit') {
    const { id, at } = saved
    const item = findItem(items, id)
    return item && { type: 'edit', id, at, key: item.edits.steps[at]?.key ?? null, isDone: true }
  }
  const { kind, ids, next } = saved
  const recipesAt = (numbers: readonly number[], later: number): Recipes | null => {
    const found = ids.flatMap((id, at) => {
      const recipe = recipeOf(findItem(items, id)?.kind ?? kind, numbers[at])
      return recipe ? [[id, recipe] as const] : []
    })
    const following = recipeOf(kind, later)
    return following && { items: new Map(found), next: following }
  }
  const [from, to] = [recipesAt(saved.from, next[0]), recipesAt(saved.to, next[1])]
  return from && to && ids.some((id) => findItem(items, id)) ? { type: 'recipes', kind, from, to } : null
}
