import { expect, test } from 'vitest'
import { emptyHistory } from '#library/history/edit-history.ts'
import { openUndoJournal } from '#library/history/undo-journal.ts'
import type { Item } from '#library/items/item.ts'
import { createItemList } from '#library/items/item-list.ts'
import { createEditorStore, withTool } from '#studio/edit/editor-state.ts'
import type { MediaKind } from '#studio/items/media-kind.ts'
import { reviewCommands } from '#studio/review/review-commands.ts'
import { createReviewStore } from '#studio/review/review-state.ts'
import { createAnnouncer } from '#studio/state/announcer.ts'
import { createViewerStore } from '#studio/viewer/viewer-state.ts'
import { mediaKind, plainRecipe } from '#support/open-items.ts'

/** A list of results in doubt, but for those whose names begin with `sure`. */
const openReview = (...names: string[]) => {
  const list = createItemList<MediaKind>()
  let showBeside = (_id: string | null) => {}
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
        {
          id: 'sideBySide',
          keys: ['t'],
          applies: ({ name }) => name !== 'clip',
          run: ({ id }) => showBeside(id),
        },
      ],
    }),
  )
  const toItem = (name: string): Item => ({
    id: name,
    kind: 'image',
    name,
    file: null,
    runLocation: 'device',
    progress: null,
    error: null,
    edits: emptyHistory,
    recipe: plainRecipe,
  })
  list.add(names.map(toItem))
  const [editor, review, announcer] = [createEditorStore(), createReviewStore(), createAnnouncer()]
  const journal = openUndoJournal({ list, tell: () => {} }, () => 0)
  const viewer = createViewerStore()
  showBeside = (besideId) => viewer.set((state) => ({ ...state, besideId }))
  const commands = reviewCommands({ list, editor, viewer, review, announcer })
  const press = (key: string) =>
    commands.find(({ keys, applies }) => keys.includes(key) && (applies?.() ?? true))?.run?.()
  const shown = () => list.get().selectedId
  const kept = () => list.get().items.flatMap(({ name, isLookedAt }) => (isLookedAt ? [name] : []))
  return { list, editor, review, journal, press, shown, kept, closeBeside: () => showBeside(null) }
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
  const { list, review, press, shown } = openReview('b', 'sure', 'a')
  press('g')
  press('Delete')
  expect([shown(), list.get().items.length]).toEqual(['a', 2])
  press('Delete')
  press('Delete')
  expect([shown(), review.get().isOpen]).toEqual([null, false])
})

test('mending leads back to the grid, at the next in doubt', () => {
  const { editor, review, press, shown } = openReview('a', 'b', 'sure')
  press('g')
  press('f')
  expect([review.get().isOpen, shown()]).toEqual([false, 'a'])
  editor.set((state) => withTool(state, 'brushKeep'))
  editor.set((state) => withTool(state, null))
  expect([review.get().isOpen, shown()]).toEqual([true, 'b'])
  press('Escape')
  expect(review.get().isOpen).toBe(false)
})

test('two results side by side lead back to the grid, too', () => {
  const { review, press, shown, closeBeside } = openReview('a', 'b', 'clip')
  press('g')
  press('t')
  expect([review.get().isOpen, shown()]).toEqual([false, 'a'])
  closeBeside()
  expect([review.get().isOpen, shown()]).toEqual([true, 'a'])
  press('k')
  press('k')
  press('t')
  expect([review.get().isOpen, shown()]).toEqual([true, 'clip'])
})

test('J goes to the next in doubt', () => {
  const { press, shown } = openReview('a', 'sure', 'b')
  press('j')
  expect(shown()).toBe('b')
  press('j')
  expect(shown()).toBe('a')
})
