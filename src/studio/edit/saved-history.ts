import { noEdits, parseImageEdits } from '#contract/image-edits.ts'
import { ServiceError } from '#contract/service-error.ts'
import { advanceEdits, type EditHistory, type EditStep, emptyHistory } from './edit-history.ts'

/** A history as it is stored with its picture: plain data, without the names of its states. */
export type SavedHistory = {
  readonly version: 1
  readonly steps: readonly EditStep[]
  readonly done: number
}

export const toSavedHistory = ({ steps, done }: EditHistory): SavedHistory => ({
  version: 1,
  steps: steps.map(({ key: _, ...step }) => step),
  done,
})

/** Reads a stored history by doing its steps again. Throws like `parseImageEdits`. */
export function parseSavedHistory(value: unknown): EditHistory {
  if (!isRecord(value) || !Array.isArray(value.steps)) throw unreadable()
  if (value.version !== 1)
    throw new ServiceError('validation_error', {
      reason: Number(value.version) > 1 ? 'edits_newer' : 'edits_unreadable',
    })
  const steps = value.steps as readonly unknown[]
  // All edits are checked in one go, since there may be thousands.
  const added = steps.flatMap((step) => (isRecord(step) && step.type === 'add' ? [step.edit] : []))
  const edits = parseImageEdits({ ...noEdits, list: added }).list.values()
  let history: EditHistory = emptyHistory
  for (const step of steps) {
    const edit = isRecord(step) && step.type === 'add' ? edits.next().value : undefined
    history = edit ? advanceEdits(history, { type: 'add', edit }) : withOtherStep(history, step)
  }
  const done = typeof value.done === 'number' ? value.done : steps.length
  while (history.done > Math.max(0, done)) history = advanceEdits(history, { type: 'undo' })
  return history
}

const withOtherStep = (history: EditHistory, step: unknown): EditHistory => {
  if (!isRecord(step)) throw unreadable()
  const { type, name, to } = step
  if (type === 'replace') return advanceEdits(history, { type, edits: parseImageEdits(to) })
  if (type !== 'value' || (name !== 'edgeShift' && name !== 'feather' && name !== 'edgeColors'))
    throw unreadable()
  const { [name]: checked } = parseImageEdits({ ...noEdits, [name]: to })
  return advanceEdits(history, { type, name, value: checked, isContinued: false })
}

const unreadable = () => new ServiceError('validation_error', { reason: 'edits_unreadable' })

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
