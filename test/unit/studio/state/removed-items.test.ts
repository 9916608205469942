import { expect, test } from 'vitest'
import { createRemovedItems, lastRemoved, restoreItems } from '#studio/state/removed-items.ts'

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

test('of two lists the item that was removed last is found', () => {
  const pictures = createRemovedItems<{ name: string }>()
  const clips = createRemovedItems<{ name: string }>()
  const last = () => lastRemoved(pictures.get(), clips.get())
  expect(last()).toBeNull()
  clips.add([a], [a])
  pictures.add([b], [b])
  expect(last()).toBe(b)
  clips.add([c], [c])
  expect(last()).toBe(c)
})
