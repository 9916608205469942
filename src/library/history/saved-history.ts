import { type Edit, type EditsOf, editLimits, noEdits } from '#contract/image-edits.ts'
import { ServiceError } from '#contract/service-error.ts'
import { type EditHistory, type EditStep, emptyHistory } from './edit-history.ts'

/** A history as stored with its picture: plain data without state names. */
type SavedHistory<E = Edit> = {
  readonly version: 1
  readonly steps: readonly EditStep<E>[]
  readonly done: number
}

export const toSavedHistory = <E>({ steps, done }: EditHistory<E>): SavedHistory<E> => ({
  version: 1,
  steps: steps.map(({ key: _, ...step }) => step),
  done,
})

/** Parses edits of one kind, such as `parseImageEdits`. */
type ParseEdits<E> = (value: unknown) => EditsOf<E>

/** Parses a stored history by repeating its steps. Throws what `parse` throws. */
export function parseSavedHistory<E>(value: unknown, parse: ParseEdits<E>): EditHistory<E> {
  if (!isRecord(value) || value.version !== 1 || !Array.isArray(value.steps)) throw unreadable()
  const stored = value.steps as readonly unknown[]
  const edits = parseAdded(stored, parse).values()
  const done = typeof value.done === 'number' ? value.done : stored.length
  const state: State<E> = { ...noEdits, list: [] }
  let present = copyOf(state)
  const steps = stored.map((each, at) => {
    if (!isRecord(each)) throw unreadable()
    const step = each.type === 'add' ? addStep(edits.next().value) : otherStep(state, each, parse)
    doStep(state, step)
    if (at + 1 === done) present = copyOf(state)
    return { ...step, key: crypto.randomUUID() }
  })
  if (done >= stored.length) present = copyOf(state)
  if (steps.length === 0) return emptyHistory
  return { present, steps, done: Math.min(Math.max(0, done), steps.length) }
}

/** Mutable edits: copying the list at each of thousands of steps would be slow. */
type State<E> = { -readonly [name in keyof EditsOf<E>]: EditsOf<E>[name] } & { list: E[] }

const copyOf = <E>(state: State<E>): EditsOf<E> => ({ ...state, list: [...state.list] })

/** All added edits, validated in as few calls as the contract's limit allows. */
const parseAdded = <E>(steps: readonly unknown[], parse: ParseEdits<E>): readonly E[] => {
  const added = steps.flatMap((step) => (isRecord(step) && step.type === 'add' ? [step.edit] : []))
  const edits: E[] = []
  for (let from = 0; from < added.length; from += editLimits.maxEdits)
    edits.push(...parse({ ...noEdits, list: added.slice(from, from + editLimits.maxEdits) }).list)
  return edits
}

const addStep = <E>(edit: E | undefined): EditStep<E> => {
  if (edit === undefined) throw unreadable()
  return { type: 'add', edit }
}

const otherStep = <E>(
  state: State<E>,
  { type, name, to }: Readonly<Record<string, unknown>>,
  parse: ParseEdits<E>,
): EditStep<E> => {
  if (type === 'replace') return { type, from: copyOf(state), to: parse(to) }
  if (type !== 'value' || (name !== 'edgeShift' && name !== 'feather' && name !== 'edgeColors'))
    throw unreadable()
  const { [name]: checked } = parse({ ...noEdits, [name]: to })
  return { type, name, from: state[name], to: checked }
}

const doStep = <E>(state: State<E>, step: EditStep<E>): void => {
  if (step.type === 'value') state[step.name] = step.to
  else if (step.type === 'replace') Object.assign(state, { ...step.to, list: [...step.to.list] })
  else if (state.list.length < editLimits.maxEdits) state.list.push(step.edit)
  else throw unreadable()
}

const unreadable = () => new ServiceError('validation_error', { reason: 'edits_unreadable' })

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
