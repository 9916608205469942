import { afterEach, expect, test, vi } from 'vitest'
import { createStore } from '#base/store.ts'
import { parseImageEdits } from '#contract/image-edits.ts'
import { ServiceError } from '#contract/service-error.ts'
import { advanceEdits, type EditHistory, emptyHistory } from '#library/history/edit-history.ts'
import { keepEdits, type SavedItem } from '#library/history/keep-edits.ts'
import { parseSavedHistory, toSavedHistory } from '#library/history/saved-history.ts'
import type { LibraryEvent } from '#library/items/library-event.ts'
import type { SavedEdits } from '#library/on-device-edits.ts'
import { eventually } from '#support/eventually.ts'

const stroke = (history: EditHistory, x: number): EditHistory =>
  advanceEdits(history, {
    type: 'add',
    edit: { kind: 'stroke', mode: 'keep', radius: 5, hardness: 1, snap: false, points: [[x, 1, 1]] },
  })

const strokesAt = ({ present }: EditHistory) =>
  present.list.map((edit) => (edit.kind === 'stroke' ? edit.points[0]?.[0] : null))

afterEach(() => void vi.useRealTimers())

/** One picture on the page, and storage that answers when it is told to, after so many failures. */
const openPicture = (stored: unknown, failures = 0, writeFaults: Error[] = []) => {
  let answer = () => {}
  const gate = new Promise<void>((resolve) => {
    answer = resolve
  })
  const kept = { value: stored }
  let left = failures
  const told: LibraryEvent[] = []
  const warned: LibraryEvent[] = []
  const saved: SavedEdits = {
    read: async () => {
      await gate
      if (left-- > 0) throw new Error('The worker was not loaded')
      return kept.value
    },
    write: async (_, edits) => {
      const fault = writeFaults.shift()
      if (fault) throw fault
      kept.value = edits
    },
  }
  const item: SavedItem<EditHistory['present']['list'][number]> = {
    id: 'a',
    name: 'a.png',
    file: new Blob(['a']),
    edits: emptyHistory,
  }
  const store = createStore([item])
  const edit = (next: (edits: EditHistory) => EditHistory) =>
    store.set((items) => items.map((each) => ({ ...each, edits: next(each.edits) })))
  const items = {
    get: store.get,
    subscribe: store.subscribe,
    restore: (_: string, edits: EditHistory) => edit(() => edits),
    parse: (value: unknown) => parseSavedHistory(value, parseImageEdits),
  }
  const open = () =>
    keepEdits(items, saved, (event) => void (event.type === 'editsRestored' ? told : warned).push(event))
  const shown = () => strokesAt(store.get()[0]?.edits ?? emptyHistory)
  const keptNow = () => strokesAt(kept.value === null ? emptyHistory : items.parse(kept.value))
  return { open, edit, answer, shown, keptNow, told, warned, kept }
}

const earlier = toSavedHistory(stroke(stroke(emptyHistory, 1), 2))

test('a stroke made before the saved edits are read follows them', async () => {
  const { open, edit, answer, shown, keptNow, told } = openPicture(earlier)
  open()
  edit((edits) => stroke(edits, 3))
  expect(keptNow()).toEqual([1, 2])
  answer()
  await eventually(() => expect(shown()).toEqual([1, 2, 3]))
  expect(keptNow()).toEqual([1, 2, 3])
  expect(told).toHaveLength(1)
  edit((edits) => stroke(edits, 4))
  expect(keptNow()).toEqual([1, 2, 3, 4])
})

test('a stroke made before nothing is found is kept', async () => {
  const { open, edit, answer, keptNow, told } = openPicture(null)
  open()
  edit((edits) => stroke(edits, 3))
  answer()
  await eventually(() => expect(keptNow()).toEqual([3]))
  expect(told).toEqual([])
})

test('saved edits come back once where a page mounts twice', async () => {
  const { open, answer, shown } = openPicture(earlier)
  open().stop()
  open()
  answer()
  await eventually(() => expect(shown()).toEqual([1, 2]))
  await Promise.resolve()
  expect(shown()).toEqual([1, 2])
})

test('saved edits that cannot be read at first come back later', async () => {
  vi.useFakeTimers()
  const { open, edit, answer, shown, keptNow } = openPicture(earlier, 2)
  open()
  answer()
  await vi.advanceTimersByTimeAsync(0)
  edit((edits) => stroke(edits, 3))
  expect(keptNow()).toEqual([1, 2])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(shown()).toEqual([1, 2, 3])
  expect(keptNow()).toEqual([1, 2, 3])
})

test('saved edits that cannot be read are never written over', async () => {
  vi.useFakeTimers()
  const { open, edit, answer, keptNow } = openPicture(earlier, Number.POSITIVE_INFINITY)
  open()
  answer()
  await vi.advanceTimersByTimeAsync(120_000)
  edit((edits) => stroke(edits, 3))
  await vi.advanceTimersByTimeAsync(1000)
  expect(keptNow()).toEqual([1, 2])
})

test.each([
  ['of another version', { version: 2, layers: [] }],
  ['that are damaged', { version: 1, steps: ['?'], done: 1 }],
])('saved edits %s are never written over, which is said', async (_, stored) => {
  const { open, edit, answer, warned, kept, shown } = openPicture(stored)
  open()
  edit((edits) => stroke(edits, 3))
  answer()
  await eventually(() => expect(warned).toMatchObject([{ type: 'editsUnreadable', name: 'a.png' }]))
  edit((edits) => stroke(edits, 4))
  edit(() => emptyHistory)
  await eventually(() => expect(shown()).toEqual([]))
  expect(kept.value).toBe(stored)
  expect(warned).toHaveLength(1)
})

test('edits that came before their file replace no unreadable ones', async () => {
  const stored = { version: 2 }
  const { open, edit, answer, kept, warned } = openPicture(stored)
  edit((edits) => stroke(edits, 3))
  open()
  answer()
  await eventually(() => expect(warned).toHaveLength(1))
  expect(kept.value).toBe(stored)
})

test('unwritable edits are reported once and retried', async () => {
  vi.useFakeTimers()
  const full = () => new ServiceError('internal_server_error', { reason: 'edits_not_kept_full' })
  const { open, edit, answer, keptNow, warned } = openPicture(null, 0, [full(), full(), full(), full()])
  open()
  answer()
  await vi.advanceTimersByTimeAsync(0)
  edit((edits) => stroke(edits, 1))
  await vi.advanceTimersByTimeAsync(1500)
  edit((edits) => stroke(edits, 2))
  expect(keptNow()).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(keptNow()).toEqual([1, 2])
  expect(warned).toEqual([{ type: 'editsNotKept', error: full() }])
})

test('unread edits are read again with the next edit', async () => {
  vi.useFakeTimers()
  const { open, edit, answer, shown, keptNow, warned } = openPicture(earlier, 7)
  open()
  answer()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(warned).toEqual([])
  edit((edits) => stroke(edits, 3))
  await vi.advanceTimersByTimeAsync(1000)
  expect(shown()).toEqual([1, 2, 3])
  expect(keptNow()).toEqual([1, 2, 3])
})
