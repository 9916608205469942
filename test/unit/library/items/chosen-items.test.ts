import { expect, test } from 'vitest'
import { type Choice, chosenIn, withAllChosen, withChosen } from '#library/items/chosen-items.ts'
import type { Item } from '#library/items/item.ts'
import { plainItem } from '#support/open-items.ts'

const items = [...'abcde'].map((id): Item => plainItem(id))
const shown = (selectedId: string | null, ...chosenIds: readonly string[]): Choice => ({
  selectedId,
  chosenIds,
})

test.each([
  ['another one', shown('a'), 'c', 'toggle', shown('c', 'a', 'c')],
  ['one more', shown('c', 'a', 'c'), 'b', 'toggle', shown('b', 'a', 'b', 'c')],
  ['one less', shown('b', 'a', 'b', 'c'), 'a', 'toggle', shown('b', 'b', 'c')],
  ['the shown one less', shown('b', 'a', 'b', 'c'), 'b', 'toggle', shown('c', 'a', 'c')],
  ['the last but one less', shown('b', 'a', 'b'), 'a', 'toggle', shown('b')],
  ['the shown one alone', shown('a'), 'a', 'toggle', shown('a')],
  ['one where none is shown', shown(null), 'b', 'toggle', shown('b')],
  ['a range down', shown('b'), 'd', 'range', shown('b', 'b', 'c', 'd')],
  ['a range up, beside others', shown('c', 'c', 'e'), 'a', 'range', shown('c', 'a', 'b', 'c', 'e')],
] as const)('choosing %s', (_, before, id, how, after) => {
  expect(withChosen(items, before, id, how)).toEqual(after)
})

test('items that are gone are chosen no more', () => {
  expect(chosenIn(items.slice(1), shown('b', 'a', 'b', 'c'))).toEqual(shown('b', 'b', 'c'))
  expect(chosenIn(items.slice(2), shown('c', 'a', 'b', 'c'))).toEqual(shown('c'))
})

test('a range does not choose unlisted items', () => {
  expect(withChosen(items.slice(2), shown('a'), 'd', 'range')).toEqual(shown('d'))
  expect(withChosen(items.slice(2), shown('c', 'a', 'c'), 'e', 'range')).toEqual(shown('c', 'c', 'd', 'e'))
  expect(withAllChosen(items.slice(2), 'a')).toEqual(shown('c', 'c', 'd', 'e'))
})
