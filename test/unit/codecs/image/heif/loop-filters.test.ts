import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withLoopFilters } from '#codecs/image/heif/loop-filters.ts'

const program = () =>
  Uint8Array.from(readFileSync('node_modules/libheif-js/libheif-wasm/libheif.wasm')).buffer

test('libheif no longer switches off the loop filters', () => {
  const before = new Uint8Array(program())
  const after = new Uint8Array(withLoopFilters(program()))
  const changed = [...after.keys()].filter((at) => after[at] !== before[at])
  // Each of two ways to open a decoder switches off two filters.
  expect(changed.map((at) => [before[at], after[at]])).toEqual(Array(4).fill([1, 0]))
  expect(WebAssembly.validate(after)).toBe(true)
})

test('a program that does not switch them off is refused', () => {
  expect(() => withLoopFilters(new Uint8Array(1000).buffer)).toThrow('filters')
})
