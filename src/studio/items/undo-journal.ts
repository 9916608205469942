import { canRedo as canRedoEdits } from '#studio/edit/edit-history.ts'
import { messages } from '#studio/messages/messages.ts'
import type { AnyRecipe } from '#studio/state/recipe-parts.ts'
import { findItem, type Item } from './item.ts'
import { type ItemListState, selectedItem } from './item-list.ts'
import type { KindParts } from './kind-parts.ts'

const texts = messages.image.edit

/** Something that was done. It may no longer be there to undo, or not yet be there to do again. */
type Step = {
  readonly canUndo: () => boolean
  readonly undo: () => void
  readonly canRedo: () => boolean
  readonly redo: () => void
}

type RecipeStep = Step & {
  /** Takes a change of the settings of the same items that follows at once into this step. */
  readonly merges: (before: ItemListState, after: ItemListState) => boolean
}

/** Undoes what was done last: an edit, a change of settings of items, a removal from the list. */
export type UndoJournal = {
  readonly canUndo: () => boolean
  readonly undo: () => void
  readonly canRedo: () => boolean
  readonly redo: () => void
}

/** How many steps are remembered. */
const maxSteps = 1000

/** Changes of the same settings by keys within this time are one step: a slider sets dozens in a second. */
const sameChangeMs = 1000

/** How often the pointer was pressed, and whether it still is: what changes meanwhile is one step, however long it takes. */
export type PointerPresses = { readonly count: number; readonly isHeld: boolean }

type Parts = Pick<KindParts, 'list' | 'announcer'>

/** Follows the list for as long as the page is open. */
export function openUndoJournal(
  { list, announcer }: Parts,
  now: () => number = () => performance.now(),
  presses: () => PointerPresses = () => ({ count: 0, isHeld: false }),
): UndoJournal {
  let done: readonly Step[] = []
  let undone: readonly Step[] = []
  /** While a step is undone or done again, its changes are no new steps. */
  let isStepping = false
  const push = (...steps: readonly Step[]) => {
    if (isStepping || steps.length === 0) return
    done = [...done, ...steps].slice(-maxSteps)
    undone = []
  }
  const stepping = (change: () => void) => {
    isStepping = true
    try {
      change()
    } finally {
      isStepping = false
    }
  }

  const editStep = (id: string, key: string): Step => {
    /** The item, where its step `offset` from the last one that is done is this one. */
    const itemAt = (offset: 0 | 1): Item | null => {
      const item = findItem(list.get().items, id)
      const isMine = item?.edits.steps[item.edits.done - 1 + offset]?.key === key
      return item && isMine && list.kindOf(item).isEditable(item) ? item : null
    }
    const step = (type: 'undo' | 'redo', offset: 0 | 1, said: string) => () => {
      const item = itemAt(offset)
      if (!item) return
      list.select(id)
      list.kindOf(item).stepEdits(item, type)
      announcer.announce(said)
    }
    return {
      canUndo: () => itemAt(0) !== null,
      undo: step('undo', 0, texts.undone),
      canRedo: () => itemAt(1) !== null,
      redo: step('redo', 1, texts.redone),
    }
  }
  const removalStep = (ids: readonly string[]): Step => ({
    canUndo: () => list.get().removed.length > 0,
    undo: list.undoRemove,
    canRedo: () => ids.every((id) => findItem(list.get().items, id)),
    redo: () => list.remove(ids),
  })
  const recipeStep = (before: ItemListState, after: ItemListState): RecipeStep => {
    const [from, ids] = [recipesOf(before), changedIds(before, after)]
    let to = recipesOf(after)
    let atMs = now()
    const { count } = presses()
    const holds = (there: Recipes) => {
      const state = list.get()
      const isThere = (id: string) => {
        const item = findItem(state.items, id)
        return item !== null && item.recipe === there.items.get(id)
      }
      return ids.some(isThere)
    }
    const set = (there: Recipes, next: Recipes, said: string) => {
      const { items, selectedId, recipes } = list.get()
      const changed = ids.flatMap((id) => {
        const [item, recipe] = [findItem(items, id), next.items.get(id)]
        return item && recipe && item.recipe === there.items.get(id) ? [[id, recipe] as const] : []
      })
      const shown = changed.find(([id]) => id === selectedId) ?? changed[0]
      if (shown && shown[0] !== selectedId) list.select(shown[0])
      list.setRecipes(new Map(changed), recipes === there.next ? next.next : recipes)
      announcer.announce(said)
    }
    return {
      canUndo: () => holds(to),
      undo: () => set(to, from, texts.undone),
      canRedo: () => holds(from),
      redo: () => set(from, to, texts.redone),
      merges: (old, changed) => {
        const press = presses()
        const isSame =
          press.count === count &&
          changedIds(old, changed).join() === ids.join() &&
          ids.every((id) => findItem(old.items, id)?.recipe === to.items.get(id))
        if (isStepping || !isSame || !(press.isHeld || now() - atMs <= sameChangeMs)) return false
        to = recipesOf(changed)
        atMs = now()
        return true
      },
    }
  }

  let listed = list.get()
  let last: RecipeStep | null = null
  list.subscribe(() => {
    const before = listed
    listed = list.get()
    const removed = listed.removed.slice(before.removed.length).map(({ item }) => item.id)
    if (removed.length > 0) push(removalStep(removed))
    if (listed.items === before.items) return
    if (
      changedIds(before, listed).length > 0 &&
      !(last && last === done.at(-1) && last.merges(before, listed))
    ) {
      last = recipeStep(before, listed)
      push(last)
    }
    const known = new Set(before.items)
    for (const item of listed.items) {
      const old = known.has(item) ? item : findItem(before.items, item.id)
      if (!old || old.edits === item.edits) continue
      const keys = new Set(old.edits.steps.map(({ key }) => key))
      const added = item.edits.steps.slice(0, item.edits.done).filter(({ key }) => !keys.has(key))
      push(...added.map(({ key }) => editStep(item.id, key)))
    }
  })
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
    },
    canRedo: () => lastUndone() !== undefined || redoable() !== null,
    redo: () => {
      const step = lastUndone()
      const item = redoable()
      if (step) {
        stepping(step.redo)
        undone = undone.filter((each) => each !== step)
        done = [...done, step]
      } else if (item) {
        list.kindOf(item).stepEdits(item, 'redo')
        announcer.announce(texts.redone)
      }
    },
  }
}

/** The settings of all items by their ids, and those of files that are opened next. */
type Recipes = {
  readonly items: ReadonlyMap<string, AnyRecipe>
  readonly next: ItemListState['recipes']
}

const recipesOf = ({ items, recipes }: ItemListState): Recipes => ({
  items: new Map(items.map(({ id, recipe }) => [id, recipe])),
  next: recipes,
})

/** The items whose settings differ between two states of the list. */
const changedIds = (before: ItemListState, after: ItemListState): readonly string[] => {
  if (before.items === after.items) return []
  const recipes = new Map(before.items.map(({ id, recipe }) => [id, recipe]))
  return after.items
    .filter(({ id, recipe }) => recipes.has(id) && recipes.get(id) !== recipe)
    .map(({ id }) => id)
}
