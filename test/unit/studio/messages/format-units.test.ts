import { expect, test } from 'vitest'
import {
  formatByteProgress,
  formatBytes,
  formatCount,
  formatDecimal,
  formatFrameRate,
  formatList,
  formatNumber,
  formatPixelSize,
} from '#studio/messages/format-units.ts'

test('a count has the right form of its noun', () => {
  const forms = { one: 'picture', other: 'pictures' }
  expect([0, 1, 2, 1240].map((count) => formatCount(count, forms))).toEqual([
    '0 pictures',
    '1 picture',
    '2 pictures',
    '1,240 pictures',
  ])
})

test('numbers are grouped, sizes in pixels are not', () => {
  expect(formatNumber(12_400)).toBe('12,400')
  expect(formatPixelSize({ width: 4032, height: 3024 })).toBe('4032 × 3024')
})

test('bytes come in the unit that fits them', () => {
  const bytes = [640, 999_499, 4_140_000, 999_499_000, 999_500_000, 2_410_000_000]
  expect(bytes.map(formatBytes)).toEqual(['640 B', '999 kB', '4.1 MB', '999 MB', '1.0 GB', '2.4 GB'])
})

test('a decimal keeps its last digit, a frame rate drops zeros', () => {
  expect(formatDecimal(4, 1)).toBe('4.0')
  expect([30, 23.976, 7.5].map(formatFrameRate)).toEqual(['30', '23.98', '7.5'])
})

test('a list is joined as the language does it', () => {
  expect([['a'], ['a', 'b'], ['a', 'b', 'c']].map(formatList)).toEqual(['a', 'a and b', 'a, b and c'])
})

test('progress in bytes has both amounts in one unit', () => {
  expect(formatByteProgress({ loaded: 41_000_000, total: 94_000_000 })).toEqual({
    loaded: '41',
    total: '94 MB',
  })
  expect(formatByteProgress({ loaded: 3_000, total: 640_000 })).toEqual({ loaded: '3', total: '640 kB' })
})
