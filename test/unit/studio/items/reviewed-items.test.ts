import { expect, test } from 'vitest'
import type { Item, Phase } from '#library/items/item.ts'
import { createItemList } from '#library/items/item-list.ts'
import type { MediaKind } from '#studio/items/media-kind.ts'
import { gridItems, groupOf, listedItems, nextInDoubt } from '#studio/items/reviewed-items.ts'
import { mediaKind, plainItem, plainRecipe } from '#support/open-items.ts'

type Rated = Item & { readonly phase: Phase; readonly doubt: number }

const itemOf = (name: string, doubt: number, phase: Phase = 'done'): Rated =>
  plainItem(name, { phase, doubt })

const list = createItemList<MediaKind>()
list.register(
  mediaKind<Rated>({
    name: 'image',
    firstRecipe: plainRecipe,
    create: () => Promise.reject(),
    phase: ({ phase }) => phase,
    isUncertain: ({ phase, doubt, isLookedAt }) => phase === 'done' && doubt > 0.5 && !isLookedAt,
    doubt: ({ doubt }) => doubt,
  }),
)
const items = [
  itemOf('10.jpg', 0.6),
  itemOf('9.jpg', 0),
  itemOf('x.jpg', 0, 'failed'),
  itemOf('a.jpg', 0.9),
  itemOf('w.jpg', 0, 'working'),
]
const names = (of: readonly Item[]) => of.map(({ name }) => name).join(' ')
const looked = items.map((item) => (item.name === 'a.jpg' ? { ...item, isLookedAt: true } : item))

test('results are done, to be looked at, or failed', () => {
  expect(items.map((item) => groupOf(item, list))).toEqual(['look', 'done', 'failed', 'look', null])
})

test('one group is listed, and all once nothing belongs to it', () => {
  expect(names(listedItems(items, { group: 'look' }, list))).toBe('10.jpg a.jpg')
  expect(names(listedItems(looked, { group: 'look' }, list))).toBe('10.jpg')
  expect(listedItems(looked.slice(1), { group: 'look' }, list)).toHaveLength(4)
})

test('the grid shows results by doubt, name or time', () => {
  const shown = (order: 'doubt' | 'name' | 'time') => names(gridItems(items, { group: null, order }, list))
  expect(shown('doubt')).toBe('a.jpg 10.jpg 9.jpg')
  expect(shown('name')).toBe('9.jpg 10.jpg a.jpg')
  expect(shown('time')).toBe('10.jpg 9.jpg a.jpg')
  expect(names(gridItems(items, { group: 'failed', order: 'name' }, list))).toBe('x.jpg')
})

test('a result keeps its place when a person has looked at it', () => {
  expect(names(gridItems(looked, { group: null, order: 'doubt' }, list))).toBe('a.jpg 10.jpg 9.jpg')
})

test('the next in doubt is the one behind, then the first', () => {
  expect(nextInDoubt(items, '10.jpg', list)?.name).toBe('a.jpg')
  expect(nextInDoubt(items, 'a.jpg', list)?.name).toBe('10.jpg')
  expect(nextInDoubt(looked, '10.jpg', list)).toBeNull()
  expect(nextInDoubt(items, null, list)?.name).toBe('10.jpg')
})
