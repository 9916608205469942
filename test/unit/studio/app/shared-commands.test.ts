import { expect, test } from 'vitest'
import type { Item } from '#library/items/item.ts'
import { createItemList } from '#library/items/item-list.ts'
import { leavingCommands, selectedItemCommands } from '#studio/app/shared-commands.ts'
import type { MediaKind } from '#studio/items/media-kind.ts'
import { commandFor } from '#studio/keyboard/command.ts'
import { createModes } from '#studio/state/modes.ts'
import { createViewerStore } from '#studio/viewer/viewer-state.ts'
import { mediaKind, plainItem, plainRecipe } from '#support/open-items.ts'

const itemOf = (id: string, kind: string): Item => plainItem(id, { kind })

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

test('Esc leaves what is held, the choice, the grid, work, the view', () => {
  const list = createItemList<MediaKind>()
  const ended: string[] = []
  let isAtWork = true
  const leave = () => {
    isAtWork = false
    ended.push('work')
  }
  list.register(
    mediaKind<Item>({
      name: 'image',
      firstRecipe: plainRecipe,
      create: () => Promise.reject(),
      leave: () => (isAtWork ? leave : null),
    }),
  )
  list.add([itemOf('a', 'image'), itemOf('b', 'image')])
  list.chooseAll(list.get().items)
  const [modes, viewer] = [createModes(), createViewerStore()]
  viewer.set((state) => ({ ...state, view: 'result' }))
  modes.enter({ name: 'grid', onLeave: () => ended.push('grid') })
  modes.enter({ name: 'held', onLeave: () => ended.push('held') })
  const commands = leavingCommands({ list, modes, viewer })
  const command = () => commandFor(commands, { chord: 'Escape', target: 'page', dialogOpen: false })
  const press = () => command()?.run?.()
  press()
  press()
  expect([ended, list.get().chosenIds]).toEqual([['held'], []])
  press()
  press()
  expect(ended).toEqual(['held', 'grid', 'work'])
  press()
  expect(viewer.get().view).toBe('compare')
  expect(command()).toBeNull()
})
