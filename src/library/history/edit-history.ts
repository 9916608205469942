import { type Edit, type EditsOf, editLimits, isUnedited, noEdits } from '#contract/image-edits.ts'

/** Edit values that are one number for the whole picture. */
export type EditValueName = 'edgeShift' | 'feather' | 'edgeColors'

/** One undoable step: an added edit, a set value, or an exchange of all edits. */
export type EditStep<E = Edit> =
  | { readonly type: 'add'; readonly edit: E }
  | { readonly type: 'value'; readonly name: EditValueName; readonly from: number; readonly to: number }
  | { readonly type: 'replace'; readonly from: EditsOf<E>; readonly to: EditsOf<E> }

/** A step with a name for the state after it, unique among all histories. */
type NamedStep<E> = EditStep<E> & { readonly key: string }

/**
 * The edits of an item with their steps. It holds steps instead of states, so that thousands of strokes need memory for
 * their points only.
 */
export type EditHistory<E = Edit> = {
  readonly present: EditsOf<E>
  /** All steps since the unedited item; those from index `done` on are undone. */
  readonly steps: readonly NamedStep<E>[]
  readonly done: number
}

/** A change of an item's edits. */
export type EditChange<E = Edit> =
  | { readonly type: 'add'; readonly edit: E }
  | {
      readonly type: 'value'
      readonly name: EditValueName
      readonly value: number
      /** Whether the slider is still in the same movement: both changes become one step. */
      readonly isContinued: boolean
    }
  | { readonly type: 'replace'; readonly edits: EditsOf<E> }
  | { readonly type: 'undo' | 'redo' }

export const emptyHistory: EditHistory<never> = { present: noEdits, steps: [], done: 0 }

/** Whether a step can be undone. */
export const canUndo = ({ done }: EditHistory<unknown>): boolean => done > 0
/** Whether a step can be redone. */
export const canRedo = ({ steps, done }: EditHistory<unknown>): boolean => done < steps.length

/** The name of the present state: equal names mean equal edits. Null if the item is unedited. */
export const editsKey = ({ present, steps, done }: EditHistory<unknown>): string | null =>
  isUnedited(present) ? null : (steps[done - 1]?.key ?? null)

/** The history after a change; the same object if nothing changes or a limit is exceeded. */
export function advanceEdits<E>(history: EditHistory<E>, change: EditChange<E>): EditHistory<E> {
  const { present, steps, done } = history
  switch (change.type) {
    case 'undo': {
      const last = steps[done - 1]
      return last ? { present: withoutStep(present, last), steps, done: done - 1 } : history
    }
    case 'redo': {
      const next = steps[done]
      return next ? { present: withStep(present, next), steps, done: done + 1 } : history
    }
    case 'add':
      return present.list.length < editLimits.maxEdits
        ? advanced(history, { type: 'add', edit: change.edit })
        : history
    case 'replace':
      return isUnedited(present) && isUnedited(change.edits)
        ? history
        : advanced(history, { type: 'replace', from: present, to: change.edits })
    case 'value': {
      const { name, value: to, isContinued } = change
      if (present[name] === to) return history
      const last = steps[done - 1]
      const isSame = isContinued && last?.type === 'value' && last.name === name
      const before = isSame ? advanceEdits(history, { type: 'undo' }) : history
      const from = before.present[name]
      return from === to
        ? { ...before, steps: steps.slice(0, before.done) }
        : advanced(before, { type: 'value', name, from, to })
    }
  }
}

/** The history of `earlier`, followed by the steps of `later` that were not undone. */
export function appendEdits<E>(earlier: EditHistory<E>, later: EditHistory<E>): EditHistory<E> {
  if (earlier === emptyHistory) return later
  return later.steps.slice(0, later.done).reduce<EditHistory<E>>((history, step) => {
    if (step.type === 'add') return advanceEdits(history, step)
    if (step.type === 'replace') return advanceEdits(history, { type: 'replace', edits: step.to })
    return advanceEdits(history, { type: 'value', name: step.name, value: step.to, isContinued: false })
  }, earlier)
}

/** How many edits at the start of both lists are identical objects. */
export const sharedEdits = (a: readonly unknown[], b: readonly unknown[]): number => {
  // Usually one list extends the other; then one comparison is enough.
  const shorter = Math.min(a.length, b.length)
  if (shorter === 0 || a[shorter - 1] === b[shorter - 1]) return shorter
  const index = a.findIndex((edit, at) => edit !== b[at])
  return index < 0 ? shorter : index
}

const advanced = <E>({ present, steps, done }: EditHistory<E>, step: EditStep<E>): EditHistory<E> => ({
  present: withStep(present, step),
  steps: [...steps.slice(0, done), { ...step, key: crypto.randomUUID() }],
  done: done + 1,
})

const withStep = <E>(edits: EditsOf<E>, step: EditStep<E>): EditsOf<E> => {
  if (step.type === 'replace') return step.to
  return step.type === 'add'
    ? { ...edits, list: [...edits.list, step.edit] }
    : { ...edits, [step.name]: step.to }
}

const withoutStep = <E>(edits: EditsOf<E>, step: EditStep<E>): EditsOf<E> => {
  if (step.type === 'replace') return step.from
  return step.type === 'add'
    ? { ...edits, list: edits.list.slice(0, -1) }
    : { ...edits, [step.name]: step.from }
}
