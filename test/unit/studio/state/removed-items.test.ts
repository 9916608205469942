import { expect, test } from 'vitest'
import { createRemovedItems, restoreItems } from '#studio/state/removed-items.ts'

const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }] as const

test('what was taken out one after another is put back where it stood', () => {
  const aside = createRemovedItems<{ name: string }>()
  aside.add([a], [a, b, c])
  aside.add([b], [b, c])
  expect(restoreItems([c], aside.get())).toEqual([a, b, c])
})

test('what was taken out at once is put back in its order, and only once', () => {
  const aside = createRemovedItems<{ name: string }>()
  aside.add([a, b, c], [a, b, c])
  expect(restoreItems([], aside.get())).toEqual([a, b, c])
  expect(aside.takeAll()).toHaveLength(3)
  expect(restoreItems([c], aside.get())).toEqual([c])
})
