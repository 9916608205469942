import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { licenceText } from '#build/licence-text.ts'

const text = licenceText('.')

test('public/licences.txt is up to date; `npm run licences` makes it so', () => {
  expect(readFileSync('public/licences.txt', 'utf8')).toBe(text)
})

test('every run-time dependency is named with its licence', () => {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  )
  const unnamed = Object.keys(dependencies).filter(
    (name) => !new RegExp(`^${name} [\\d.]+ \\(.+\\)$`, 'm').test(text),
  )
  expect(unnamed).toEqual([])
})

test('each model is listed with its own licence', () => {
  expect(text).toContain('Apache License 2.0')
  expect(text).toContain('GNU Affero General Public License')
  expect(text).toContain("Only\nthe model's data is used")
  expect(text).toMatch(/MediaPipe Selfie Segmentation[^─]*Apache License 2\.0/)
})

test('build tools and declarations are not named, because they are not shipped', () => {
  expect(text).not.toMatch(/^(vite|typescript|playwright|@types\/node) \d/m)
})
