import { expect, test } from 'vitest'
import { trimText, whiteSpace } from '#base/trim-text.ts'

test('only the given characters go, each at its own end', () => {
  expect(trimText('//a/b//', { end: '/' })).toBe('//a/b')
  expect(trimText(' "a b" ', { start: whiteSpace, end: `${whiteSpace}"` })).toBe('"a b')
  expect(trimText('////', { start: '/', end: '/' })).toBe('')
})

test('all white space of regular expressions is known, and nothing else', () => {
  const all = Array.from({ length: 0x1_00_00 }, (_none, code) => String.fromCharCode(code))
  expect(all.filter((character) => /\s/.test(character)).toSorted()).toEqual([...whiteSpace].toSorted())
})

test('a long run before the last character is passed over once', () => {
  // In quadratic time this would take an hour.
  expect(trimText(`${' '.repeat(2_000_000)}a`, { end: whiteSpace })).toHaveLength(2_000_001)
})
