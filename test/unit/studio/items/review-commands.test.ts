import { expect, test } from 'vitest'
import { openUndoJournal } from '#library/history/undo-journal.ts'
import type { Item } from '#library/items/item.ts'
import { createItemList } from '#library/items/item-list.ts'
import { createEditorStore } from '#studio/edit/editor-state.ts'
import type { MediaKind } from '#studio/items/media-kind.ts'
import { reviewCommands } from '#studio/items/review-commands.ts'
import { createReviewStore } from '#studio/items/review-state.ts'
import { createAnnouncer } from '#studio/state/announcer.ts'
import { createModes, placeOf } from '#studio/state/modes.ts'
import { mediaKind, plainItem, plainRecipe } from '#support/open-items.ts'

/** A list of results in doubt, but for those whose names begin with `sure`. */
const openReview = (...names: string[]) => {
  const list = createItemList<MediaKind>()
  list.register(
    mediaKind({
      name: 'image',
      firstRecipe: plainRecipe,
      create: () => Promise.reject(),
      isUncertain: ({ name, isLookedAt }) => !isLookedAt && !name.startsWith('sure'),
      doubt: ({ name }) => (name.startsWith('sure') ? 0 : 1),
      isEditable: () => false,
      commands: [
        { id: 'rewind', keys: ['j'], applies: ({ name }) => name === 'clip' },
        { id: 'sideBySide', keys: ['t'], applies: ({ name }) => name !== 'clip' },
      ],
    }),
  )
  const toItem = (name: string): Item => plainItem(name)
  list.add(names.map(toItem))
  const [editor, review, announcer] = [createEditorStore(), createReviewStore(), createAnnouncer()]
  const journal = openUndoJournal({ list, tell: () => {} }, () => 0)
  const modes = createModes()
  list.subscribe(() => modes.select(list.get().selectedId))
  const commands = reviewCommands({ list, editor, modes, review, announcer })
  const press = (key: string) =>
    commands.find(({ keys, applies }) => keys.includes(key) && (applies?.() ?? true))?.run?.()
  const shown = () => list.get().selectedId
  const kept = () => list.get().items.flatMap(({ name, isLookedAt }) => (isLookedAt ? [name] : []))
  const place = () => placeOf(modes.get())
  return { list, modes, journal, press, shown, kept, place }
}

test('results are kept one after another, and Ctrl Z asks again', () => {
  const { press, shown, kept, journal } = openReview('a', 'sure', 'b')
  press('k')
  expect(kept()).toEqual([])
  press('g')
  press('k')
  expect([shown(), kept()]).toEqual(['b', ['a']])
  press('Enter')
  expect([shown(), kept()]).toEqual(['b', ['a', 'b']])
  journal.undo()
  journal.undo()
  expect([shown(), kept()]).toEqual(['a', []])
})

test('what is taken out gives its place to the next', () => {
  const { list, press, shown, place } = openReview('b', 'sure', 'a')
  press('g')
  press('Delete')
  expect([shown(), list.get().items.length]).toEqual(['a', 2])
  press('Delete')
  press('Delete')
  expect([shown(), place()]).toEqual([null, null])
})

test('mending leads back to the grid, at the next in doubt', () => {
  const { modes, press, shown, place } = openReview('a', 'b', 'sure')
  press('g')
  press('f')
  expect([place(), shown()]).toEqual(['visit', 'a'])
  modes.leave()
  expect([place(), shown()]).toEqual(['grid', 'b'])
  modes.leave()
  expect(place()).toBeNull()
})

test('two results side by side lead back to the grid, too', () => {
  const { modes, press, shown, place } = openReview('a', 'b', 'clip')
  press('g')
  press('t')
  expect([place(), shown()]).toEqual(['beside', 'a'])
  modes.leave()
  expect([place(), shown()]).toEqual(['grid', 'a'])
  press('k')
  press('k')
  press('t')
  expect([place(), shown()]).toEqual(['grid', 'clip'])
})

test('J goes to the next in doubt', () => {
  const { press, shown } = openReview('a', 'sure', 'b')
  press('j')
  expect(shown()).toBe('b')
  press('j')
  expect(shown()).toBe('a')
})
