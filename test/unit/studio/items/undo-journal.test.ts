import { expect, test } from 'vitest'
import { type Edit, noEdits } from '#contract/image-edits.ts'
import { advanceEdits, type EditHistory, emptyHistory } from '#studio/edit/edit-history.ts'
import type { Item } from '#studio/items/item.ts'
import { createItemList } from '#studio/items/item-list.ts'
import { openUndoJournal } from '#studio/items/undo-journal.ts'
import { createAnnouncer } from '#studio/state/announcer.ts'
import { parseSettings } from '#studio/state/settings.ts'
import { createStore } from '#studio/state/store.ts'
import { mediaKind } from '#support/open-items.ts'

type Edited = Item & { readonly edits: EditHistory }

const itemOf = (id: string, kind = 'image'): Edited => ({
  ...{ id, kind, name: id, file: null, runLocation: 'device' },
  ...{ progress: null, error: null, edits: emptyHistory },
})
const click = (x: number): Edit => ({ kind: 'click', mode: 'keep', x, y: 0 })

/** A page with the pictures a and b, of which a is shown. */
const openPage = () => {
  const list = createItemList()
  const settings = createStore(parseSettings(null))
  let nowMs = 0
  let presses = { count: 0, isHeld: false }
  const change = (id: string, by: (edits: EditHistory) => EditHistory) =>
    list.update(id, (item) => ({ ...item, edits: by((item as Edited).edits) }))
  list.register(
    mediaKind<Edited>({
      name: 'image',
      create: () => Promise.reject(),
      stepEdits: ({ id }, type) => change(id, (edits) => advanceEdits(edits, { type })),
    }),
  )
  list.add([itemOf('a'), itemOf('b')])
  const journal = openUndoJournal(
    { list, settings, announcer: createAnnouncer() },
    () => nowMs,
    () => presses,
  )
  const edits = (id: string) => list.get().items.find((item) => item.id === id)?.edits.present.list.length
  return {
    ...{ list, settings, journal, edits },
    edit: (id: string, x: number) =>
      change(id, (history) => advanceEdits(history, { type: 'add', edit: click(x) })),
    restore: (id: string, history: EditHistory) => change(id, () => history),
    step: (id: string, type: 'undo' | 'redo') => change(id, (history) => advanceEdits(history, { type })),
    press: () => {
      presses = { count: presses.count + 1, isHeld: true }
    },
    release: () => {
      presses = { ...presses, isHeld: false }
    },
    wait: (ms: number) => {
      nowMs += ms
    },
    setFormat: (format: 'png' | 'jpg' | 'webp') => {
      nowMs += 5000
      settings.set((all) => ({ ...all, recipe: { ...all.recipe, format } }))
    },
    setPadding: (padding: number) => {
      nowMs += 100
      settings.set((all) => ({ ...all, recipe: { ...all.recipe, padding } }))
    },
    format: () => settings.get().recipe.format,
    ids: () =>
      list
        .get()
        .items.map(({ id }) => id)
        .join(''),
  }
}

test('edits, settings and removals are undone in the order of time', () => {
  const { journal, edit, edits, setFormat, format, list, ids } = openPage()
  edit('a', 1)
  setFormat('webp')
  list.remove(['b'])
  edit('a', 2)
  journal.undo()
  expect([edits('a'), ids()]).toEqual([1, 'a'])
  journal.undo()
  expect([ids(), format()]).toEqual(['ab', 'webp'])
  list.select('a')
  journal.undo()
  expect([format(), edits('a')]).toEqual(['png', 1])
  journal.undo()
  expect([edits('a'), journal.canUndo()]).toEqual([0, false])
  for (let count = 0; count < 4; count += 1) journal.redo()
  expect([edits('a'), format(), ids(), journal.canRedo()]).toEqual([2, 'webp', 'a', false])
})

test('a removal that is gone for good is not undone', () => {
  const { journal, edit, edits, list, ids } = openPage()
  edit('a', 1)
  list.remove(['b'])
  list.purge()
  journal.undo()
  expect([ids(), edits('a')]).toEqual(['a', 0])
})

test('an undone edit of another item shows that item', () => {
  const { journal, edit, list } = openPage()
  edit('b', 1)
  journal.undo()
  expect(list.get().selectedId).toBe('b')
})

test('a moved slider is one step', () => {
  const { journal, settings, setPadding } = openPage()
  const before = settings.get().recipe
  for (const padding of [1, 2, 3, 4]) setPadding(padding)
  journal.undo()
  expect(settings.get().recipe).toBe(before)
  journal.redo()
  expect(settings.get().recipe.padding).toBe(4)
})

test('what changes while the pointer is held is one step', () => {
  const { press, release, wait, setPadding, settings, journal } = openPage()
  const padding = () => settings.get().recipe.padding
  setPadding(5)
  press()
  setPadding(10)
  wait(5000)
  setPadding(20)
  release()
  press()
  setPadding(30)
  release()
  journal.undo()
  expect(padding()).toBe(20)
  journal.undo()
  expect(padding()).toBe(5)
})

test('edits of an earlier visit can be undone', () => {
  const { journal, restore, edits } = openPage()
  const earlier = [1, 2].reduce<EditHistory>(
    (history, x) => advanceEdits(history, { type: 'add', edit: click(x) }),
    emptyHistory,
  )
  restore('a', earlier)
  journal.undo()
  journal.undo()
  expect(edits('a')).toBe(0)
  expect(earlier.present).not.toBe(noEdits)
})

test('what the buttons of an item undid, keys redo', () => {
  const { journal, edit, edits, step } = openPage()
  edit('a', 1)
  step('a', 'undo')
  expect(journal.canUndo()).toBe(false)
  journal.redo()
  expect(edits('a')).toBe(1)
  journal.undo()
  expect(edits('a')).toBe(0)
})

test('settings of videos are left alone while a picture is shown', () => {
  const { journal, settings, setPadding } = openPage()
  const before = settings.get().recipe
  setPadding(1)
  settings.set((all) => ({ ...all, video: { ...all.video, level: 'fine' } }))
  journal.undo()
  expect(settings.get()).toMatchObject({ recipe: before, video: { level: 'fine' } })
  expect(journal.canUndo()).toBe(false)
})
