import { afterEach, expect, test, vi } from 'vitest'
import { parseImageEdits } from '#contract/image-edits.ts'
import type { OnDevice } from '#service/background-service.ts'
import { advanceEdits, type EditHistory, emptyHistory } from '#studio/edit/edit-history.ts'
import { keepEdits, type SavedItem } from '#studio/edit/keep-edits.ts'
import { parseSavedHistory, toSavedHistory } from '#studio/edit/saved-history.ts'
import { createStore } from '#studio/state/store.ts'
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
const openPicture = (stored: unknown, failures = 0) => {
  let answer = () => {}
  const gate = new Promise<void>((resolve) => {
    answer = resolve
  })
  const kept = { value: stored }
  let left = failures
  const told: string[] = []
  const saved: OnDevice['savedEdits'] = {
    read: async () => {
      await gate
      if (left-- > 0) throw new Error('The worker was not loaded')
      return kept.value
    },
    write: async (_, edits) => {
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
  const open = () => keepEdits(items, saved, (text) => told.push(text))
  const shown = () => strokesAt(store.get()[0]?.edits ?? emptyHistory)
  const keptNow = () => strokesAt(kept.value === null ? emptyHistory : items.parse(kept.value))
  return { open, edit, answer, shown, keptNow, told }
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
