import fc from 'fast-check'
import { expect, test } from 'vitest'
import { huffmanCodes } from '#codecs/image/png/huffman.ts'

const lengthsOf = (counts: readonly number[], longest?: number) =>
  Array.from(huffmanCodes(Int32Array.from(counts), longest), (code) => code & 15)

test('frequent symbols get short codes', () => {
  expect(lengthsOf([1, 1, 2, 4, 0])).toEqual([3, 3, 2, 1, 0])
})

test('codes are complete and never longer than allowed', () => {
  const counts = fc.array(fc.nat(1_000_000), { minLength: 2, maxLength: 286 })
  fc.assert(
    fc.property(counts, (occurs) => {
      const lengths = lengthsOf(occurs).filter((length) => length > 0)
      expect(lengths.reduce((sum, length) => sum + 2 ** -length, 0)).toBe(1)
      expect(Math.max(...lengths)).toBeLessThanOrEqual(15)
    }),
  )
})

test('Fibonacci counts, the worst case, stay within the length limit', () => {
  const counts = [1, 1]
  while (counts.length < 19) counts.push((counts.at(-1) ?? 0) + (counts.at(-2) ?? 0))
  const lengths = lengthsOf(counts, 7)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(7)
  expect(lengths.reduce((sum, length) => sum + 2 ** -length, 0)).toBe(1)
})

test('one symbol, or none, still makes two codes, as some decoders ask', () => {
  expect(lengthsOf([0, 0, 9])).toEqual([1, 0, 1])
  expect(lengthsOf([0, 0, 0])).toEqual([1, 1, 0])
})
