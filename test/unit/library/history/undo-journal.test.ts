import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type Edit, noEdits } from '#contract/image-edits.ts'
import { advanceEdits, type EditHistory, emptyHistory } from '#library/history/edit-history.ts'
import { openUndoJournal } from '#library/history/undo-journal.ts'
import type { Item } from '#library/items/item.ts'
import { createItemList } from '#library/items/item-list.ts'
import { changeRecipe } from '#library/items/item-recipes.ts'
import { defaultRecipe, type Recipe, recipeSchema } from '#library/recipe/recipe.ts'
import { mediaKind, plainItem } from '#support/open-items.ts'

type Edited = Item & { readonly edits: EditHistory; readonly recipe: Recipe }

const itemOf = (id: string, kind = 'image'): Edited => plainItem(id, { kind, recipe: defaultRecipe })
const click = (x: number): Edit => ({ kind: 'click', mode: 'keep', x, y: 0 })

/** A page with the pictures a and b, of which a is shown. */
const openPage = (had = defaultRecipe) => {
  const list = createItemList()
  let gestures = 0
  const change = (id: string, by: (edits: EditHistory) => EditHistory) =>
    list.update(id, (item) => ({ ...item, edits: by((item as Edited).edits) }))
  list.register(
    mediaKind<Edited>({
      name: 'image',
      firstRecipe: defaultRecipe,
      keeping: {
        toKept: () => ({ data: {}, files: {}, source: null }),
        fromKept: () => null,
        irreplaceable: [],
        parseRecipe: (stored) => v.parse(recipeSchema, stored),
      },
      create: () => Promise.reject(),
      part: {
        of: ({ name }) => name,
        choose: ({ id }, name) => list.update(id, (item) => ({ ...item, name: String(name) })),
      },
      stepEdits: ({ id }, type) => change(id, (edits) => advanceEdits(edits, { type })),
    }),
  )
  list.add([itemOf('a'), itemOf('b')].map((item) => ({ ...item, recipe: had })))
  list.setRecipes(new Map(), { image: had })
  const journal = openUndoJournal({ list, tell: () => {} }, () => gestures)
  const begin = () => {
    gestures += 1
  }
  const recipe = (id = 'a') => (list.get().items.find((item) => item.id === id) as Edited | undefined)?.recipe
  const edits = (id: string) => list.get().items.find((item) => item.id === id)?.edits.present.list.length
  return {
    list,
    journal,
    edits,
    recipe,
    edit: (id: string, x: number) =>
      change(id, (history) => advanceEdits(history, { type: 'add', edit: click(x) })),
    restore: (id: string, history: EditHistory) => change(id, () => history),
    step: (id: string, type: 'undo' | 'redo') => change(id, (history) => advanceEdits(history, { type })),
    /** Begins another gesture. */
    begin,
    setFormat: (format: 'png' | 'jpg' | 'webp') => {
      begin()
      changeRecipe<Recipe>(list, 'a', { format })
    },
    setPadding: (padding: number) => changeRecipe<Recipe>(list, 'a', { padding }),
    format: () => recipe()?.format,
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

test('undo leads back through any steps, and redo forth again', () => {
  const step = fc.tuple(fc.constantFrom('remove', 'format', 'edit'), fc.nat(), fc.nat())
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const { list, journal, edit, begin } = openPage()
      list.add(['c', 'd', 'e'].map((id) => itemOf(id)))
      const state = () =>
        list.get().items.map((item) => [item.id, item.edits.done, (item as Edited).recipe.format])
      const states = [state()]
      for (const [type, at, what] of steps) {
        begin()
        const ids = list.get().items.map(({ id }) => id)
        const id = ids[at % ids.length]
        if (id === undefined) break
        if (type === 'remove') list.remove([id, ids[what % ids.length] ?? id])
        else if (type === 'edit') edit(id, what)
        else changeRecipe<Recipe>(list, id, { format: (['png', 'jpg', 'webp'] as const)[what % 3] ?? 'png' })
        if (JSON.stringify(states.at(-1)) !== JSON.stringify(state())) states.push(state())
      }
      const changesIn = (go: () => void, can: () => boolean) => {
        const seen = [state()]
        while (can()) {
          go()
          seen.push(state())
        }
        return seen
      }
      expect(changesIn(journal.undo, journal.canUndo)).toEqual(states.toReversed())
      expect(changesIn(journal.redo, journal.canRedo)).toEqual(states)
    }),
    { numRuns: 400 },
  )
})

test('a removal that is gone for good is not undone', () => {
  const { journal, edit, edits, list, ids } = openPage()
  edit('a', 1)
  list.remove(['b'])
  void list.purge()
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
  const { journal, recipe, setPadding } = openPage()
  for (const padding of [1, 2, 3, 4]) setPadding(padding)
  journal.undo()
  expect(recipe()).toBe(defaultRecipe)
  journal.redo()
  expect(recipe()?.padding).toBe(4)
})

test('a drag that ends where it began is no step', () => {
  const { begin, setPadding, recipe, journal } = openPage()
  setPadding(5)
  begin()
  for (const padding of [6, 7, 5]) setPadding(padding)
  journal.undo()
  expect(recipe()).toEqual(defaultRecipe)
  expect(journal.canUndo()).toBe(false)
})

test('changes within one gesture are one step', () => {
  const { begin, setPadding, recipe, journal } = openPage()
  const padding = () => recipe()?.padding
  setPadding(5)
  begin()
  setPadding(10)
  setPadding(20)
  begin()
  setPadding(30)
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

test('keys redo edits that the buttons of an item undid', () => {
  const { journal, edit, edits, step } = openPage()
  edit('a', 1)
  step('a', 'undo')
  expect(journal.canUndo()).toBe(false)
  journal.redo()
  expect(edits('a')).toBe(1)
  journal.undo()
  expect(edits('a')).toBe(0)
})

test('another part of an item is undone, a drag at once', () => {
  const { journal, list, begin } = openPage()
  const trim = (id: string, part: number) => list.update(id, (item) => ({ ...item, name: `${part}` }))
  trim('a', 1)
  begin()
  for (const part of [2, 3, 4]) trim('a', part)
  const names = () => list.get().items.map(({ name }) => name)
  expect(names()).toEqual(['4', 'b'])
  journal.undo()
  expect(names()).toEqual(['1', 'b'])
  journal.undo()
  expect(names()).toEqual(['a', 'b'])
  journal.redo()
  expect(names()).toEqual(['1', 'b'])
})

test('a change for all pictures is one step', () => {
  const { journal, list, recipe, setFormat, begin } = openPage()
  setFormat('webp')
  list.setScopes({ usual: 'one' })
  begin()
  changeRecipe<Recipe>(list, 'b', { format: 'jpg' })
  const formats = () => [recipe()?.format, recipe('b')?.format, list.get().recipes.image]
  const webp = { ...defaultRecipe, format: 'webp' }
  expect(formats()).toEqual(['webp', 'jpg', webp])
  journal.undo()
  expect(formats()).toEqual(['webp', 'webp', webp])
  expect(list.get().selectedId).toBe('b')
  journal.undo()
  expect(formats()).toEqual(['png', 'png', defaultRecipe])
  expect(journal.canUndo()).toBe(false)
  journal.redo()
  journal.redo()
  expect(formats()).toEqual(['webp', 'jpg', webp])
})

test('settings are undone where a changed picture is gone for good', () => {
  const { journal, list, recipe, setFormat } = openPage()
  setFormat('webp')
  list.remove(['b'])
  void list.purge()
  journal.undo()
  expect(recipe()?.format).toBe('png')
  journal.redo()
  expect(recipe()?.format).toBe('webp')
})

test('after a reload, edits and settings are undone in their order', () => {
  const first = openPage()
  first.edit('a', 1)
  first.setFormat('webp')
  first.edit('a', 2)
  const saved = JSON.parse(JSON.stringify(first.journal.save()))
  const history = (steps: readonly number[]) =>
    steps.reduce<EditHistory>(
      (before, x) => advanceEdits(before, { type: 'add', edit: click(x) }),
      emptyHistory,
    )

  const page = openPage({ ...defaultRecipe, format: 'webp' })
  page.journal.restore(saved)
  // The edits come back later.
  page.restore('a', history([1, 2]))
  page.edit('a', 3)
  const state = () => [page.edits('a'), page.format()]
  expect(state()).toEqual([3, 'webp'])
  page.journal.undo()
  page.journal.undo()
  expect(state()).toEqual([1, 'webp'])
  page.journal.undo()
  expect(state()).toEqual([1, 'png'])
  expect(page.list.get().recipes.image).toEqual(defaultRecipe)
  page.journal.undo()
  expect(state()).toEqual([0, 'png'])
})

test('the journal reports changes, undo and redo', () => {
  const { journal, edit, step, list, setPadding } = openPage()
  let heard = 0
  journal.subscribe(() => {
    heard += 1
  })
  edit('a', 1)
  setPadding(1)
  setPadding(2)
  journal.undo()
  journal.redo()
  expect(heard).toBe(5)
  list.update('a', (item) => ({ ...item, progress: { step: 'cut', ratio: 0.5 } }))
  step('a', 'undo')
  expect(heard).toBe(5)
})
