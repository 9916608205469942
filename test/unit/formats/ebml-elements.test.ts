import { expect, test } from 'vitest'
import { ebmlElements } from '#formats/ebml-elements.ts'

const elementsOf = (...bytes: number[]) => {
  const view = new DataView(Uint8Array.from(bytes).buffer)
  return [...ebmlElements(view, { from: 0, to: view.byteLength })]
}

test('a size that lies ends with what is around it', () => {
  expect(elementsOf(0xd7, 0x81, 5, 0xd7, 0x8f, 5)).toMatchObject([
    { id: 0xd7, from: 2, to: 3 },
    { from: 5, to: 6, isOpen: false },
  ])
})

test('an unknown size goes on to the end', () => {
  expect(elementsOf(0x18, 0x53, 0x80, 0x67, 0xff, 1, 2)).toMatchObject([
    { id: 0x18538067, to: 7, isOpen: true },
  ])
})

test('numbers that are no identifier, or are cut off, end the walk', () => {
  expect(elementsOf(0xd7, 0x80, 0, 0, 0)).toHaveLength(1)
  expect(elementsOf(0xd7, 0x80, 0x1a, 0x45)).toHaveLength(1)
  expect(elementsOf(0xd7, 0x80, 0xd7, 0x01, 0, 0)).toHaveLength(1)
})

test('elements of no size are walked to the end', () => {
  expect(elementsOf(...Array.from({ length: 9 }, () => [0xd7, 0x80]).flat())).toHaveLength(9)
})
