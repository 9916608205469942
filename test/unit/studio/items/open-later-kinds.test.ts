import { expect, test } from 'vitest'
import type { IncomingFile, Item } from '#library/items/item.ts'
import { createItemList } from '#library/items/item-list.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import type { MediaKind } from '#studio/items/media-kind.ts'
import { openLaterKinds } from '#studio/items/open-later-kinds.ts'
import { eventually } from '#support/eventually.ts'
import { mediaKind, plainRecipe } from '#support/open-items.ts'

const fileOf = (name: string): IncomingFile => ({
  ...{ file: new File([name], name), name, url: null, fileKind: 'unknown' },
})

/** A list with a kind that is loaded later, for files whose name says so. */
const openLater = () => {
  const list = createItemList<MediaKind>()
  const loads: string[] = []
  const script = { isOffline: false }
  let find = () => {}
  const sound = mediaKind<Item>({
    ...{ name: 'sound', firstRecipe: plainRecipe },
    create: () => Promise.reject(new Error('unused')),
  })
  const later = openLaterKinds(
    { list } as KindParts,
    [
      {
        name: 'sound',
        accepts: async ({ name }) => name.endsWith('.wav'),
        advice: () => '',
        watch: (_, onItems) => {
          find = onItems
        },
        load: async () => {
          loads.push('load')
          if (script.isOffline) throw new Error('offline')
          return () => sound
        },
      },
    ],
    () => loads.push('there'),
  )
  return { list, loads, later, script, find: () => find() }
}

test('a kind is loaded by the first file of it, once', async () => {
  const { list, loads, later } = openLater()
  await later.loadFor([fileOf('a.png')])
  expect(loads).toEqual([])
  expect(later.waiting()).toHaveLength(1)
  await Promise.all([later.loadFor([fileOf('a.png'), fileOf('b.wav')]), later.loadFor([fileOf('c.wav')])])
  expect(loads).toEqual(['load', 'there'])
  expect(list.kinds.map(({ name }) => name)).toEqual(['sound'])
  expect(later.waiting()).toEqual([])
  await later.load()
  expect(loads).toHaveLength(2)
})

test('a kind is loaded by items that no file brings', async () => {
  const { list, find } = openLater()
  find()
  await eventually(() => expect(list.kinds).toHaveLength(1))
})

test('a kind is loaded by its name, other names load nothing', async () => {
  const { loads, later } = openLater()
  await later.load(['image'])
  expect(loads).toEqual([])
  await later.load(['image', 'sound'])
  expect(loads).toEqual(['load', 'there'])
})

test('a kind that cannot be had is asked for again', async () => {
  const { list, later, script, find } = openLater()
  script.isOffline = true
  find()
  await expect(later.loadFor([fileOf('a.wav')])).rejects.toThrow('offline')
  script.isOffline = false
  await later.loadFor([fileOf('a.wav')])
  expect(list.kinds).toHaveLength(1)
})
