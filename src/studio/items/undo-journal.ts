import { canRedo as canRedoEdits } from '#studio/edit/edit-history.ts'
import { messages } from '#studio/messages/messages.ts'
import type { Settings } from '#studio/state/settings.ts'
import { findItem, type Item } from './item.ts'
import { selectedItem } from './item-list.ts'
import type { KindParts } from './kind-parts.ts'

const texts = messages.image.edit

/** Something that was done. It may no longer be there to undo, or not yet be there to do again. */
type Step = {
  readonly canUndo: () => boolean
  readonly undo: () => void
  readonly canRedo: () => boolean
  readonly redo: () => void
}

const parts = ['recipe', 'video'] as const
/** The settings of one kind of media. */
type Part = (typeof parts)[number]

type SettingsStep = Step & {
  /** Takes a change of the same settings that follows at once into this step. */
  readonly merges: (changed: Part, before: Settings) => boolean
}

/** Undoes what was done last: an edit, a change of settings, a removal from the list. */
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

type Parts = Pick<KindParts, 'list' | 'settings' | 'announcer'>

/** Follows the list and the settings for as long as the page is open. */
export function openUndoJournal(
  { list, settings, announcer }: Parts,
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
  const settingsStep = (part: Part, from: Settings): SettingsStep => {
    let to = settings.get()
    let atMs = now()
    const { count } = presses()
    /** Settings of a kind are undone while an item of it is shown. */
    const isShown = (there: Settings) => {
      const item = selectedItem(list.get())
      return item !== null && list.kindOf(item).settings === part && settings.get()[part] === there[part]
    }
    const set = ({ recipe, video }: Settings, said: string) => {
      settings.set((all) => ({ ...all, ...(part === 'recipe' ? { recipe } : { video }) }))
      announcer.announce(said)
    }
    return {
      canUndo: () => isShown(to),
      undo: () => set(from, texts.undone),
      canRedo: () => isShown(from),
      redo: () => set(to, texts.redone),
      merges: (changed, before) => {
        const press = presses()
        const isSame = changed === part && before[part] === to[part] && press.count === count
        if (isStepping || !isSame || !(press.isHeld || now() - atMs <= sameChangeMs)) return false
        to = settings.get()
        atMs = now()
        return true
      },
    }
  }

  let listed = list.get()
  list.subscribe(() => {
    const before = listed
    listed = list.get()
    const removed = listed.removed.slice(before.removed.length).map(({ item }) => item.id)
    if (removed.length > 0) push(removalStep(removed))
    if (listed.items === before.items) return
    const known = new Set(before.items)
    for (const item of listed.items) {
      const old = known.has(item) ? item : findItem(before.items, item.id)
      if (!old || old.edits === item.edits) continue
      const keys = new Set(old.edits.steps.map(({ key }) => key))
      const added = item.edits.steps.slice(0, item.edits.done).filter(({ key }) => !keys.has(key))
      push(...added.map(({ key }) => editStep(item.id, key)))
    }
  })
  let set = settings.get()
  let last: SettingsStep | null = null
  settings.subscribe(() => {
    const before = set
    set = settings.get()
    for (const part of parts) {
      if (set[part] === before[part] || (last && last === done.at(-1) && last.merges(part, before))) continue
      last = settingsStep(part, before)
      push(last)
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
