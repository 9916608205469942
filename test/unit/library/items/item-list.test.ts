import { expect, test } from 'vitest'
import type { Item, Phase } from '#library/items/item.ts'
import { createItemList, itemsOfKind, nextItem } from '#library/items/item-list.ts'
import type { MediaKind } from '#studio/items/media-kind.ts'
import { mediaKind, plainItem, plainRecipe } from '#support/open-items.ts'

const itemOf = (id: string, kind = 'image'): Item => plainItem(id, { kind, name: `${id}.jpg` })
const clip = (id: string) => itemOf(id, 'video')
const fileOf = (name: string) => ({
  file: new File([name], name),
  name,
  url: null,
  fileKind: 'unknown' as const,
})

/** A list of two kinds; `calls` is what it asked of them. */
const openList = (mayShow = (_: Item) => true, phase = (): Phase => 'done') => {
  const list = createItemList()
  const calls: string[] = []
  const kindOf = (name: string, accepts: (fileName: string) => boolean): MediaKind =>
    mediaKind<Item>({
      name,
      firstRecipe: plainRecipe,
      accepts: async (file) => accepts(file.name),
      create: async (file) => itemOf(file.name, name),
      begin: (items) => void calls.push(`begin ${items.map(({ id }) => id).join('')}`),
      stop: ({ id }) => void calls.push(`stop ${id}`),
      toRestored: (item) => ({ ...item, name: 'restored' }),
      resume: ({ id, name: nameThen }) => void calls.push(`resume ${id} ${nameThen}`),
      forget: ({ id }) => void calls.push(`forget ${id}`),
      mayShow,
      phase,
    })
  list.register(kindOf('image', () => true))
  list.register(kindOf('video', (name) => name.startsWith('v')))
  const ids = () =>
    list
      .get()
      .items.map(({ id }) => id)
      .join('')
  return { list, calls, ids, selected: () => list.get().selectedId }
}

test('files are listed as they came, each by its kind', async () => {
  const { list, calls, ids, selected } = openList()
  await list.open(['a', 'v', 'b'].map(fileOf))
  expect(ids()).toBe('avb')
  expect(list.get().items.map(({ kind }) => kind)).toEqual(['image', 'video', 'image'])
  expect(selected()).toBe('a')
  expect(calls).toEqual(['begin ab', 'begin v'])
})

test('new files are shown where nothing else is open', async () => {
  let phase: Phase = 'done'
  const { list, selected } = openList(undefined, () => phase)
  await list.open([fileOf('a')])
  await list.open([fileOf('b'), fileOf('c')])
  expect(selected()).toBe('b')
  phase = 'working'
  await list.open([fileOf('d')])
  expect(selected()).toBe('b')
})

test('an item that may not be shown is not selected', () => {
  const { list, selected } = openList(({ id }) => id !== 'old')
  list.add([clip('old')])
  expect(selected()).toBeNull()
  list.add([itemOf('a')])
  expect(selected()).toBe('a')
})

test('when the selected item is removed, its neighbour is selected', () => {
  const { list, selected } = openList()
  list.add([itemOf('a'), clip('v'), itemOf('b')])
  list.select('v')
  list.remove(['v'])
  expect(selected()).toBe('b')
  list.remove(['b'])
  expect(selected()).toBe('a')
  list.remove(['a'])
  expect(selected()).toBeNull()
})

test('the next item is of either kind; the last wraps around', () => {
  const { list } = openList()
  expect(nextItem(list.get())).toBeNull()
  list.add([itemOf('a'), clip('v')])
  expect(nextItem(list.get())?.id).toBe('v')
  list.select('v')
  expect(nextItem(list.get())?.id).toBe('a')
})

test('removed items return to their places, the last one selected', () => {
  const { list, calls, ids, selected } = openList()
  list.add([itemOf('a'), clip('v'), itemOf('b'), itemOf('c')])
  list.remove(['b'])
  list.remove(['v'])
  list.remove(['nobody'])
  expect(ids()).toBe('ac')
  list.add([itemOf('d')])
  list.undoRemove()
  expect(ids()).toBe('avbcd')
  expect(selected()).toBe('v')
  expect(list.get().items.map(({ name }) => name)).toContain('restored')
  expect(calls.slice(2)).toEqual(['stop b', 'stop v', 'begin d', 'resume b b.jpg', 'resume v v.jpg'])
  list.undoRemove()
  expect(ids()).toBe('avbcd')
})

test('items that were removed together return in order', () => {
  const { list, ids } = openList()
  list.add([itemOf('a'), clip('v'), itemOf('b')])
  list.remove(['a', 'v', 'b'])
  expect(ids()).toBe('')
  list.undoRemove()
  expect(ids()).toBe('avb')
})

test('purged items are forgotten and do not return', () => {
  const { list, calls } = openList()
  list.add([itemOf('a')])
  list.remove(['a'])
  void list.purge()
  void list.purge()
  expect(calls.filter((call) => call.startsWith('forget'))).toEqual(['forget a'])
  list.undoRemove()
  expect(list.get().items).toEqual([])
})

test('the items of one kind change only with one of them', () => {
  const { list } = openList()
  const images = itemsOfKind(list, (item): item is Item => item.kind === 'image')
  let changes = 0
  images.subscribe(() => (changes += 1))
  list.add([itemOf('a')])
  const before = images.get()
  list.add([clip('v')])
  list.update('v', (item) => ({ ...item, name: 'other' }))
  list.update('gone', (item) => ({ ...item, name: 'other' }))
  expect(images.get()).toBe(before)
  expect(changes).toBe(1)
  list.update('a', (item) => ({ ...item, name: 'other' }))
  expect(images.get().items[0]?.name).toBe('other')
  expect(changes).toBe(2)
})
