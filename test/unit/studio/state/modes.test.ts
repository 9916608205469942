import { expect, test } from 'vitest'
import { createModes, isHeld, isIn, placeOf } from '#studio/state/modes.ts'

test('leaving a mode leaves all within it, the innermost first', () => {
  const modes = createModes()
  const left: string[] = []
  for (const name of ['grid', 'edit', 'held'] as const) modes.enter({ name, onLeave: () => left.push(name) })
  expect([isHeld(modes.get()), placeOf(modes.get())]).toEqual([true, 'edit'])
  modes.leave('edit')
  expect([left, placeOf(modes.get())]).toEqual([['held', 'edit'], 'grid'])
})

test('a mode that is entered again, or ends by itself, leaves nothing', () => {
  const modes = createModes()
  const onLeave = () => expect.unreachable()
  const end = modes.enter({ name: 'held', onLeave })
  for (const name of ['grid', 'visit', 'grid'] as const) modes.enter({ name, onLeave })
  end()
  expect(modes.get().path).toEqual([{ name: 'grid', onLeave }])
})

test.each(['visit', 'beside', 'edit'] as const)('another item ends %s and its grid, but no tool', (name) => {
  const modes = createModes()
  modes.enter({ name: 'grid' })
  modes.enter({ name, itemId: 'a', onLeave: () => expect.unreachable() })
  modes.select('a')
  expect(isIn(modes.get(), 'grid')).toBe(true)
  modes.select('b')
  expect(modes.get().path).toEqual(name === 'edit' ? [{ name }] : [])
})
