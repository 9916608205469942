import { expect, test } from 'vitest'
import { islandAt } from '#engine/clicks/matte-islands.ts'

const size = { width: 20, height: 10 }
const openWhere = (isOpen: (x: number, y: number) => boolean) =>
  Uint8Array.from({ length: 200 }, (_, i) => Number(isOpen(i % 20, Math.floor(i / 20))))

/** A strip of ten cells beside a block of a hundred. */
const stripAndBlock = openWhere((x) => x === 0 || x >= 10)

test('a small changeable island is taken whole', () => {
  expect(islandAt(size, stripAndBlock, 60)?.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 10 }, (_, row) => row * 20),
  )
})

test('the large part is no island', () => {
  expect(islandAt(size, stripAndBlock, 75)).toBeNull()
})

test('an isolated area is no island, however small', () => {
  expect(
    islandAt(
      size,
      openWhere((x) => x === 0),
      60,
    ),
  ).toBeNull()
})
