import { createStore } from '#base/store.ts'
import { findItem, type Item } from '#library/items/item.ts'
import { type ItemListState, selectedItem } from '#library/items/item-list.ts'
import type { AnyRecipe } from '#library/recipe/recipe-parts.ts'
import { canRedo as canRedoEdits } from './edit-history.ts'
import { recipeNumbers, type SavedJournal } from './saved-journal.ts'
import {
  type EditStep,
  editStep,
  isSameData,
  type JournalParts,
  lookStep,
  type PartChange,
  partStep,
  type RecipeChange,
  type Recipes,
  recipeStep,
  recipesOf,
  removalStep,
  type Step,
} from './undo-steps.ts'

/** Undoes what was done last: an edit, a change of settings of items, a removal from the list. */
export type UndoJournal = {
  readonly canUndo: () => boolean
  readonly undo: () => void
  readonly canRedo: () => boolean
  readonly redo: () => void
  /** Calls `listener` after each change of what `save` gives, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
  /** What was done and can be undone on a later page too. */
  readonly save: () => SavedJournal
  /** Puts what was done on an earlier page before what was done on this one. */
  readonly restore: (saved: SavedJournal) => void
}

/** How many steps are remembered, and how many of them are stored. */
const maxSteps = 1000
const maxSavedSteps = 200

/** Changes of the same settings by keys within this time are one step: a slider sets dozens in a second. */
const sameChangeMs = 1000

/**
 * How often the pointer was pressed, and whether it still is: what changes meanwhile is one step, however long it
 * takes.
 */
export type PointerPresses = { readonly count: number; readonly isHeld: boolean }

/** A step as it was noted, and how often the pointer had been pressed then. */
type Noted = { readonly step: Step; atMs: number; readonly count: number }

/** Stored settings of a kind by their number; null where they cannot be read. */
type RecipeOf = (kind: string, number: number | undefined) => AnyRecipe | null

/** Follows the list for as long as the page is open. */
export function openUndoJournal(
  parts: JournalParts,
  now: () => number = () => performance.now(),
  presses: () => PointerPresses = () => ({ count: 0, isHeld: false }),
): UndoJournal {
  const { list, tell } = parts
  let done: readonly Step[] = []
  let undone: readonly Step[] = []
  const changes = createStore({ count: 0 })
  const changed = () => changes.set(({ count }) => ({ count: count + 1 }))
  /** While a step is undone or done again, its changes are no new steps. */
  let isStepping = false
  const push = (step: Step) => {
    if (isStepping) return
    done = [...done, step].slice(-maxSteps)
    undone = []
    changed()
  }
  const stepping = (change: () => void) => {
    isStepping = true
    try {
      change()
    } finally {
      isStepping = false
    }
  }

  /** The last change of settings, which a change that follows at once goes on with. */
  let last: (Noted & { change: RecipeChange }) | null = null
  /** Whether a change goes on with the movement, or the presses of a key, that a step began. */
  const isSameMove = ({ step, count, atMs }: Noted): boolean => {
    const { count: countNow, isHeld } = presses()
    return (
      step === done.at(-1) && !isStepping && count === countNow && (isHeld || now() - atMs <= sameChangeMs)
    )
  }
  const goesOn = (before: ItemListState, ids: readonly string[]): boolean => {
    if (!last || !isSameMove(last)) return false
    const { items } = last.change.to
    return (
      ids.join() === last.change.ids.join() &&
      ids.every((id) => findItem(before.items, id)?.recipe === items.get(id))
    )
  }
  const noteRecipes = (before: ItemListState, after: ItemListState) => {
    const ids = changedIds(before, after)
    const first = findItem(after.items, ids[0] ?? null)
    if (!first) return
    // A change is of items of one kind.
    const to = recipesOf(after, first.kind)
    if (last && goesOn(before, ids)) {
      last.change = { ...last.change, to }
      last.atMs = now()
      changed()
      return
    }
    const change = { kind: first.kind, ids, from: recipesOf(before, first.kind), to }
    const noted = { change, atMs: now(), count: presses().count }
    const step = recipeStep(parts, () => mine.change)
    const mine = { ...noted, step }
    last = mine
    push(step)
  }

  let lastPart: (Noted & { change: PartChange }) | null = null
  const notePart = (old: Item, item: Item) => {
    const { part } = list.kindOf(item)
    const [from, to] = [part?.of(old), part?.of(item)]
    if (from === undefined || isSameData(from, to)) return
    if (lastPart?.change.id === item.id && isSameMove(lastPart)) {
      lastPart.change = { ...lastPart.change, to }
      lastPart.atMs = now()
      return
    }
    const noted = { change: { id: item.id, from, to }, atMs: now(), count: presses().count }
    const step = partStep(parts, () => mine.change)
    const mine = { ...noted, step }
    lastPart = mine
    push(step)
  }

  /** Edits of an earlier page, whose histories may not be back yet. */
  let awaited: readonly EditStep[] = []
  const noteEdits = (old: Item, { id, edits }: Item) => {
    const keys = new Set(old.edits.steps.map(({ key }) => key))
    for (const [at, { key }] of edits.steps.slice(0, edits.done).entries()) {
      if (keys.has(key)) continue
      const earlier = awaited.find((step) => step.id === id && step.at === at)
      awaited = awaited.filter((step) => step !== earlier)
      if (earlier) earlier.name(key)
      else push(editStep(parts, id, at, key))
    }
  }

  let listed = list.get()
  list.subscribe(() => {
    const before = listed
    listed = list.get()
    const removed = listed.removed.slice(before.removed.length).map(({ item }) => item.id)
    if (removed.length > 0) push(removalStep(parts, removed))
    if (listed.items === before.items) return
    noteRecipes(before, listed)
    const known = new Set(before.items)
    for (const item of listed.items) {
      const old = known.has(item) ? item : findItem(before.items, item.id)
      if (!old || old === item) continue
      if (old.edits !== item.edits) noteEdits(old, item)
      notePart(old, item)
      if (item.isLookedAt && !old.isLookedAt) push(lookStep(parts, item.id))
    }
  })

  const toStep = (step: SavedJournal['steps'][number], recipeOf: RecipeOf): Step | null => {
    const { items } = list.get()
    if (step.type === 'edit') {
      const item = findItem(items, step.id)
      return item && editStep(parts, step.id, step.at, item.edits.steps[step.at]?.key ?? null)
    }
    const { kind, ids, next } = step
    const recipesAt = (numbers: readonly number[], later: number): Recipes | null => {
      const found = ids.flatMap((id, at) => {
        const recipe = recipeOf(findItem(items, id)?.kind ?? kind, numbers[at])
        return recipe ? [[id, recipe] as const] : []
      })
      const following = recipeOf(kind, later)
      return following && { items: new Map(found), next: following }
    }
    const [from, to] = [recipesAt(step.from, next[0]), recipesAt(step.to, next[1])]
    const change = from && to && { kind, ids, from, to }
    return change && ids.some((id) => findItem(items, id)) ? recipeStep(parts, () => change) : null
  }

  const lastDone = () => done.findLast((step) => step.canUndo())
  const lastUndone = () => undone.findLast((step) => step.canRedo())
  /** The shown item, if edits of it were undone by its own buttons. */
  const redoable = (): Item | null => {
    const item = selectedItem(list.get())
    return item && canRedoEdits(item.edits) && list.kindOf(item).isEditable(item) ? item : null
  }
  return {
    canUndo: () => lastDone() !== undefined,
    undo: () => {
      const step = lastDone()
      if (!step) return
      stepping(step.undo)
      done = done.filter((each) => each !== step)
      undone = [...undone, step]
      changed()
    },
    canRedo: () => lastUndone() !== undefined || redoable() !== null,
    redo: () => {
      const step = lastUndone()
      const item = redoable()
      if (step) {
        stepping(step.redo)
        undone = undone.filter((each) => each !== step)
        done = [...done, step]
        changed()
      } else if (item) {
        list.kindOf(item).stepEdits(item, 'redo')
        tell({ type: 'redone', step: { what: 'edit', items: [item] } })
      }
    },
    subscribe: changes.subscribe,
    save: () => {
      const { recipes, numberOf } = recipeNumbers()
      const steps = done.flatMap((step) => step.saved(numberOf) ?? [])
      return { recipes, steps: steps.slice(-maxSavedSteps) }
    },
    restore: ({ steps, recipes }) => {
      // Hundreds of items name the same few settings.
      const parsed = new Map<number, AnyRecipe | null>()
      const recipeOf: RecipeOf = (kind, number = -1) => {
        const parse = list.kinds.find(({ name }) => name === kind)?.keeping?.parseRecipe
        if (!parsed.has(number)) parsed.set(number, parse?.(recipes[number]) ?? null)
        return parsed.get(number) ?? null
      }
      const before = steps.flatMap((step) => toStep(step, recipeOf) ?? [])
      awaited = before.filter(isEditStep)
      // Edits that are back already have been noted as new ones.
      const isKnown = (step: Step) =>
        isEditStep(step) && awaited.some(({ id, at }) => id === step.id && at === step.at)
      done = [...before, ...done.filter((step) => !isKnown(step))]
    },
  }
}

const isEditStep = (step: Step): step is EditStep => 'at' in step

/** The items whose settings differ between two states of the list. */
const changedIds = (before: ItemListState, after: ItemListState): readonly string[] => {
  if (before.items === after.items) return []
  const recipes = new Map(before.items.map(({ id, recipe }) => [id, recipe]))
  return after.items
    .filter(({ id, recipe }) => recipes.has(id) && recipes.get(id) !== recipe)
    .map(({ id }) => id)
}
