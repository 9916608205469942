import { expect, test } from 'vitest'
import { emptyHistory } from '#library/history/edit-history.ts'
import type { Item } from '#library/items/item.ts'
import { createItemList } from '#library/items/item-list.ts'
import { selectedItemCommands } from '#studio/app/shared-commands.ts'
import { mediaKind, plainRecipe } from '#support/open-items.ts'

const itemOf = (id: string, kind: string): Item => ({
  id,
  kind,
  name: id,
  file: null,
  runLocation: 'device',
  progress: null,
  error: null,
  edits: emptyHistory,
  recipe: plainRecipe,
})

test('a command applies to the selected item of its kind', () => {
  const list = createItemList()
  for (const name of ['image', 'video'])
    list.register(mediaKind<Item>({ name, firstRecipe: plainRecipe, create: () => Promise.reject() }))
  const ran: string[] = []
  const [save, listed] = selectedItemCommands(list, {
    name: 'image',
    commands: [
      {
        id: 'save',
        keys: ['s'],
        applies: ({ name }) => name !== 'unfinished',
        run: ({ id }) => ran.push(id),
      },
      { id: 'takeProposal', keys: ['1'] },
    ],
  })
  expect(listed?.run).toBeUndefined()
  expect(save?.applies?.()).toBe(false)
  list.add([itemOf('a', 'image'), itemOf('v', 'video'), itemOf('unfinished', 'image')])
  expect(save?.applies?.()).toBe(true)
  save?.run?.()
  for (const id of ['v', 'unfinished']) {
    list.select(id)
    expect(save?.applies?.()).toBe(false)
    save?.run?.()
  }
  expect(ran).toEqual(['a'])
})
