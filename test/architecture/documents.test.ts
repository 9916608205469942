import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { anchorsOf, deadLinksOf, documents, headingsOf, missingFilesOf } from './documents.ts'

const citation = /(?<![\w-])D-(\d+)(?!\w)/g

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|css|md|html)$/.test(name))
    .map((name) => `${folder}/${name}`)

const files = ['README.md', ...['src', 'workers', 'test', 'public', 'docs'].flatMap(filesBelow)]
const decisions = readFileSync('docs/decisions.md', 'utf8')

test('every decision that is cited stands in docs/decisions.md', () => {
  const explained = anchorsOf(decisions)
  const cited = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(citation)].map(([label, number]) => ({ file, label, number })),
  )
  expect(cited.length).toBeGreaterThan(100)
  const unexplained = cited.filter(({ number }) => !explained.has(`d-${number}`))
  expect(unexplained.map(({ file, label }) => `${file} cites ${label}`)).toEqual([])
})

test('every decision has its own anchor', () => {
  const entries = [...decisions.matchAll(/<a id="(d-\d+)"><\/a>\*\*(D-\d+)\*\*/g)]
  const anchors = entries.map(([, anchor]) => anchor)
  expect(entries.map(([, , label]) => label?.toLowerCase())).toEqual(anchors)
  expect(new Set(anchors).size).toBe(anchors.length)
  expect(anchors.length).toBe([...decisions.matchAll(/id="d-/g)].length)
})

test('every cited section of the API is in docs/api.md', () => {
  const headings = headingsOf(readFileSync('docs/api.md', 'utf8'))
  const cited = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bSpec, ([A-Z][A-Za-z/ ]*(?:\((?:image|video)\))?)/g)].flatMap(
      ([, sections = '']) =>
        sections.split(/ and (?=[A-Z])/).map((section) => ({ file, section: section.trim() })),
    ),
  )
  expect(cited.length).toBeGreaterThan(50)
  const unexplained = cited.filter(({ section }) => !headings.some((heading) => heading.startsWith(section)))
  expect(unexplained).toEqual([])
})

test.each(documents())('$path has no dead link', (document) => {
  expect(deadLinksOf(document)).toEqual([])
})

test.each(documents())('every file that $path names exists', ({ text }) => {
  expect(missingFilesOf(text)).toEqual([])
})

test('a named file must exist, in text and in diagrams', () => {
  const text =
    '`src/main.tsx` `src/none.ts` `src/studio/features/*/queue` A["src/gone.ts<br>words"] `npm run src/x`'
  expect(missingFilesOf(text)).toEqual(['src/none.ts', 'src/gone.ts'])
})

test('the README has at most 120 lines, and names commands and documents', () => {
  const readme = readFileSync('README.md', 'utf8')
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(120)
  for (const command of ['npm ci && npm start', 'npm ci && npm test'])
    expect(readme).toContain(`    ${command} `)
  for (const name of readdirSync('docs').filter((each) => each.endsWith('.md')))
    expect(readme).toContain(`](docs/${name}) `)
})

test('a link to a missing file, heading or id is dead', () => {
  const text = [
    '# One thing & another',
    '## `One` thing',
    '<a id="here"></a> `[code](is-no-link.md)` <img src="none.png">',
    '[a](decisions.md) [b](decisions.md#d-1) [c](#one-thing--another) [d](#one-thing) [e](#here) [f](../README.md)',
    '[g](none.md) [h](decisions.md#d-0) [i](#nowhere) [j](../package.json#line-1) [k](https://example.com/none)',
    '[l]: none-either.md',
  ].join('\n')
  expect(deadLinksOf({ path: 'docs/invented.md', text })).toEqual([
    ...['none.md', 'decisions.md#d-0', '#nowhere', '../package.json#line-1', 'none-either.md', 'none.png'],
  ])
})
