import { type Edit, type EditsOf, noEdits } from '#contract/image-edits.ts'
import { ServiceError } from '#contract/service-error.ts'
import { advanceEdits, type EditHistory, type EditStep, emptyHistory } from './edit-history.ts'

/** A history as it is stored with its picture: plain data, without the names of its states. */
export type SavedHistory<E = Edit> = {
  readonly version: 1
  readonly steps: readonly EditStep<E>[]
  readonly done: number
}

const namelessSteps = new WeakMap<EditStep<unknown>, unknown>()

/** A step of the history is the same object in each saved one, so that it need not be written again. */
const namelessStep = <E>(named: EditHistory<E>['steps'][number]): EditStep<E> => {
  const known = namelessSteps.get(named) as EditStep<E> | undefined
  if (known) return known
  const { key: _, ...step } = named
  namelessSteps.set(named, step)
  return step
}

export const toSavedHistory = <E>({ steps, done }: EditHistory<E>): SavedHistory<E> => ({
  version: 1,
  steps: steps.map(namelessStep),
  done,
})

/** Reads edits of a kind, as `parseImageEdits` does. */
type ParseEdits<E> = (value: unknown) => EditsOf<E>

/** Reads a stored history by doing its steps again. Throws what `parse` throws. */
export function parseSavedHistory<E>(value: unknown, parse: ParseEdits<E>): EditHistory<E> {
  if (!isRecord(value) || !Array.isArray(value.steps)) throw unreadable()
  if (value.version !== 1)
    throw new ServiceError('validation_error', {
      reason: Number(value.version) > 1 ? 'edits_newer' : 'edits_unreadable',
    })
  const steps = value.steps as readonly unknown[]
  // All edits are checked in one go, since there may be thousands.
  const added = steps.flatMap((step) => (isRecord(step) && step.type === 'add' ? [step.edit] : []))
  const edits = parse({ ...noEdits, list: added }).list.values()
  let history: EditHistory<E> = emptyHistory
  for (const step of steps) {
    const edit = isRecord(step) && step.type === 'add' ? edits.next().value : undefined
    history = edit ? advanceEdits(history, { type: 'add', edit }) : withOtherStep(history, step, parse)
  }
  const done = typeof value.done === 'number' ? value.done : steps.length
  while (history.done > Math.max(0, done)) history = advanceEdits(history, { type: 'undo' })
  return history
}

const withOtherStep = <E>(history: EditHistory<E>, step: unknown, parse: ParseEdits<E>): EditHistory<E> => {
  if (!isRecord(step)) throw unreadable()
  const { type, name, to } = step
  if (type === 'replace') return advanceEdits(history, { type, edits: parse(to) })
  if (type !== 'value' || (name !== 'edgeShift' && name !== 'feather' && name !== 'edgeColors'))
    throw unreadable()
  const { [name]: checked } = parse({ ...noEdits, [name]: to })
  return advanceEdits(history, { type, name, value: checked, isContinued: false })
}

const unreadable = () => new ServiceError('validation_error', { reason: 'edits_unreadable' })

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
