import { expect, test } from 'vitest'
import { createRemovedItems, restoreItems } from '#studio/state/removed-items.ts'

const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }] as const

test('items that were removed singly return to their positions', () => {
  const aside = createRemovedItems<{ name: string }>()
  aside.add([a], [a, b, c])
  aside.add([b], [b, c])
  expect(restoreItems([c], aside.get())).toEqual([a, b, c])
})

test('items that were removed together return in order, only once', () => {
  const aside = createRemovedItems<{ name: string }>()
  aside.add([a, b, c], [a, b, c])
  expect(restoreItems([], aside.get())).toEqual([a, b, c])
  expect(aside.takeAll()).toHaveLength(3)
  expect(restoreItems([c], aside.get())).toEqual([c])
})
