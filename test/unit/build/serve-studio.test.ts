import { expect, test } from 'vitest'
import { studioBase } from '#build/serve-studio.ts'

test.each([
  [undefined, '/'],
  ['', '/'],
  ['studio', '/studio/'],
  ['/studio', '/studio/'],
  ['//tools//studio/', '/tools/studio/'],
])('BASE_PATH %j serves the studio below %s', (given, base) => {
  expect(studioBase(given)).toBe(base)
})

test('BASE_PATH that is no path is refused', () => {
  expect(() => studioBase('https://example.org/?x')).toThrow('BASE_PATH')
})
