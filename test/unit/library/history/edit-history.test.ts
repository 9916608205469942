import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editLimits, type ImageEdits, noEdits, parseImageEdits } from '#contract/image-edits.ts'
import {
  advanceEdits,
  canRedo,
  canUndo,
  type EditChange,
  type EditHistory,
  editsKey,
  emptyHistory,
  sharedEdits,
} from '#library/history/edit-history.ts'
import { parseSavedHistory, toSavedHistory } from '#library/history/saved-history.ts'

const coordinate = fc.double({ min: -50, max: 5000, noNaN: true })
const mode = fc.constantFrom('keep' as const, 'remove' as const)
const edit = fc.oneof(
  fc.record({ kind: fc.constant('click' as const), mode, x: coordinate, y: coordinate }),
  fc.record({
    kind: fc.constant('stroke' as const),
    mode: fc.constantFrom('keep' as const, 'remove' as const, 'refine' as const),
    radius: fc.integer({ min: 1, max: 300 }),
    hardness: fc.double({ min: 0, max: 1, noNaN: true }),
    snap: fc.boolean(),
    points: fc.array(fc.tuple(coordinate, coordinate, fc.double({ min: 0, max: 1, noNaN: true })), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
)
const edits: fc.Arbitrary<ImageEdits> = fc
  .record({ list: fc.array(edit, { maxLength: 3 }), feather: fc.integer({ min: 0, max: 20 }) })
  .map((some) => ({ ...noEdits, ...some }))
const step: fc.Arbitrary<EditChange> = fc.oneof(
  edit.map((each) => ({ type: 'add' as const, edit: each })),
  fc.record({
    type: fc.constant('value' as const),
    name: fc.constantFrom('edgeShift' as const, 'feather' as const),
    value: fc.integer({ min: 0, max: 10 }),
    isContinued: fc.boolean(),
  }),
  edits.map((each) => ({ type: 'replace' as const, edits: each })),
)
const change = fc.oneof(
  { weight: 3, arbitrary: step },
  { weight: 1, arbitrary: fc.constantFrom<EditChange>({ type: 'undo' }, { type: 'redo' }) },
)
const after = (changes: readonly EditChange[], from: EditHistory = emptyHistory): EditHistory =>
  changes.reduce<EditHistory>(advanceEdits, from)

test('undo and then redo is identity at every point of a history', () => {
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const history = after(changes)
      if (canUndo(history)) expect(after([{ type: 'undo' }, { type: 'redo' }], history)).toEqual(history)
      if (canRedo(history)) expect(after([{ type: 'redo' }, { type: 'undo' }], history)).toEqual(history)
    }),
  )
})

test('undoing every step leaves an unedited item', () => {
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      let history = after(changes)
      while (canUndo(history)) history = advanceEdits(history, { type: 'undo' })
      expect(history.present).toEqual(noEdits)
      expect(editsKey(history)).toBeNull()
    }),
  )
})

test('the edits of every history satisfy the contract', () => {
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const { present } = after(changes)
      expect(parseImageEdits(present)).toEqual(present)
    }),
  )
})

test('one key never stands for two different lists of edits', () => {
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const seen = new Map<string | null, ImageEdits>()
      let history: EditHistory = emptyHistory
      for (const each of changes) {
        history = advanceEdits(history, each)
        const key = editsKey(history)
        const known = seen.get(key)
        if (known) expect(known).toEqual(history.present)
        seen.set(key, history.present)
      }
    }),
  )
})

test('a stored history is read back with everything that was undone', () => {
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const history = after(changes)
      const stored: unknown = structuredClone(toSavedHistory(history))
      const read = parseSavedHistory(stored, parseImageEdits)
      expect(toSavedHistory(read)).toEqual(toSavedHistory(history))
      expect(read.present).toEqual(history.present)
    }),
  )
})

test('a history of 24,000 steps is read back', () => {
  const click = (x: number) => ({
    type: 'add' as const,
    edit: { kind: 'click', mode: 'keep', x, y: 0 } as const,
  })
  const steps = [
    ...Array.from({ length: 15_000 }, (_, x) => click(x)),
    { type: 'replace' as const, from: noEdits, to: noEdits },
    ...Array.from({ length: 9_000 }, (_, x) => click(x)),
  ]
  const read = parseSavedHistory({ version: 1, steps, done: 24_000 }, parseImageEdits)
  expect([read.steps.length, read.done, read.present.list.length]).toEqual([24_001, 24_000, 8_999])
  expect(parseSavedHistory(toSavedHistory(read), parseImageEdits).present).toEqual(read.present)
})

test('a movement of a slider is one step', () => {
  const moved = (value: number, isContinued: boolean): EditChange => ({
    type: 'value',
    name: 'feather',
    value,
    isContinued,
  })
  const history = after([moved(1, false), moved(2, true), moved(3, true), moved(5, false)])
  expect(history.steps).toMatchObject([
    { from: 0, to: 3 },
    { from: 3, to: 5 },
  ])
  expect(after([moved(4, false), moved(0, true)]).steps).toEqual([])
})

test.each([
  ['of a later version', { version: 2, steps: [], done: 0 }, 'edits_unreadable'],
  ['of no version', { steps: [], done: 0 }, 'edits_unreadable'],
  ['that is a text', 'edits', 'edits_unreadable'],
  ['with an unknown step', { version: 1, steps: [{ type: 'paint' }], done: 1 }, 'edits_unreadable'],
  [
    'with a broken edit',
    { version: 1, steps: [{ type: 'add', edit: { kind: 'click' } }], done: 1 },
    'edits_unreadable',
  ],
  [
    'with a value beyond its limit',
    { version: 1, steps: [{ type: 'value', name: 'feather', to: 21 }], done: 1 },
    'edits_unreadable',
  ],
])('a stored history %s is refused with its reason', (_, value, reason) => {
  expect(() => parseSavedHistory(value, parseImageEdits)).toThrowError(expect.objectContaining({ reason }))
})

test('no edit is added beyond the limit of the contract', () => {
  const click = { kind: 'click', mode: 'keep', x: 1, y: 1 } as const
  const list = Array.from({ length: editLimits.maxEdits }, () => click)
  const full = after([{ type: 'replace', edits: { ...noEdits, list } }])
  expect(advanceEdits(full, { type: 'add', edit: click })).toBe(full)
})

test('shared edits are those before the first difference', () => {
  const click = (x: number) => ({ kind: 'click', mode: 'keep', x, y: 0 }) as const
  const [a, b, c] = [click(1), click(2), click(3)]
  expect(sharedEdits([a, b], [a, b, c])).toBe(2)
  expect(sharedEdits([a, b], [a, c])).toBe(1)
  expect(sharedEdits([a, b, c], [a, c, b])).toBe(1)
  expect(sharedEdits([], [a])).toBe(0)
})
