import { expect, test } from 'vitest'
import { createHeldSources } from '#service/ledger/held-sources.ts'

const again = async () => {}

test('what was sent is held by its entry until that lets it go', () => {
  const held = createHeldSources(100)
  held.hold('one', { bytes: 60, again })
  expect(held.again('one')).toBe(again)
  held.release(['one', 'unknown'])
  expect([held.again('one'), held.ids()]).toEqual([null, []])
})

test('the oldest make room, and one that is larger than all the room is not held', () => {
  const held = createHeldSources(100)
  for (const id of ['a', 'b', 'c']) held.hold(id, { bytes: 40, again })
  expect(held.ids()).toEqual(['b', 'c'])
  held.hold('b', { bytes: 10, again })
  held.hold('d', { bytes: 50, again })
  expect(held.ids()).toEqual(['c', 'b', 'd'])
  held.hold('huge', { bytes: 101, again })
  expect(held.ids()).toEqual([])
})
