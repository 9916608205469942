import * as v from 'valibot'
import { noEdits } from './image-edits.ts'
import { ServiceError } from './service-error.ts'
import { parseVideoEdits, type VideoEdits } from './video-edits.ts'

/** A stored history of edits: its steps, and how many are not undone. */
const history = v.object({
  version: v.literal(1),
  steps: v.array(
    v.variant('type', [
      v.object({ type: v.literal('add'), edit: v.unknown() }),
      v.object({ type: v.literal('value') }),
      v.object({ type: v.literal('replace'), to: v.object({ list: v.array(v.unknown()) }) }),
    ]),
  ),
  done: v.number(),
})

/**
 * The current edits of a stored video history, not parsed. Throws a `ServiceError` if this version did not write it.
 */
export const savedList = (saved: unknown): readonly unknown[] => {
  const read = v.safeParse(history, saved)
  if (!read.success) throw new ServiceError('validation_error', { reason: 'edits_unreadable' })
  const done = read.output.steps.slice(0, Math.max(0, read.output.done))
  const replaced = done.findLastIndex(({ type }) => type === 'replace')
  const from = done[replaced]
  return [
    ...(from?.type === 'replace' ? from.to.list : []),
    ...done.slice(replaced + 1).flatMap((step) => (step.type === 'add' ? [step.edit] : [])),
  ]
}

/** The current edits of a stored video history. Throws like `savedList` and `parseVideoEdits`. */
export const savedVideoEdits = (saved: unknown): Pick<VideoEdits, 'list'> =>
  parseVideoEdits({ ...noEdits, list: savedList(saved) })
