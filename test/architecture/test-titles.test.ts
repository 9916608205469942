import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const maxWords = 12

/** The first texts of calls of `test` and `it`, also behind `.each(…)` and the like. */
const titlesOf = (code: string): readonly string[] =>
  [...code.matchAll(/^\s*(?:test|it)\b[^'"`\n]*(?:\n\s*)?(?:\(\s*)(['"`])((?:(?!\1).)+)\1/gm)].map(
    ([, , title = '']) => title,
  )

/** The title without references in brackets, such as `(D-5)`: those are for searches. */
const wordsOf = (title: string): readonly string[] =>
  title
    .replaceAll(/\s*\((?:D-\d|Spec)[^)]*\)/g, '')
    .split(/\s+/)
    .filter((word) => word !== '')

test(`a test title has at most ${maxWords} words`, () => {
  const titles = sourceFiles('test').flatMap((file) =>
    titlesOf(readFileSync(file, 'utf8')).map((title) => ({ file, title })),
  )
  expect(titles.length).toBeGreaterThan(1000)
  expect(titles.filter(({ title }) => wordsOf(title).length > maxWords)).toEqual([])
})
