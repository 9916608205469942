import { expect, test } from 'vitest'
import { createAside, putBack } from '#studio/state/aside.ts'

const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }] as const

test('what was taken out one after another is put back where it stood', () => {
  const aside = createAside<{ name: string }>()
  aside.take([a], [a, b, c])
  aside.take([b], [b, c])
  expect(putBack([c], aside.get())).toEqual([a, b, c])
})

test('what was taken out at once is put back in its order, and only once', () => {
  const aside = createAside<{ name: string }>()
  aside.take([a, b, c], [a, b, c])
  expect(putBack([], aside.get())).toEqual([a, b, c])
  expect(aside.empty()).toHaveLength(3)
  expect(putBack([c], aside.get())).toEqual([c])
})
