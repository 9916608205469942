import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * `npm run measure`: how large the tree is, so that a change can show what it does to it. Counts what git tracks, or
 * knows of
 * and does not ignore.
 */
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
}).split('\n')
const read = (isMeant: (path: string) => boolean) =>
  [...new Set(tracked)].filter(isMeant).flatMap((path) => {
    try {
      return [{ path, text: readFileSync(path, 'utf8') }]
    } catch {
      // It is deleted, but still in the index.
      return []
    }
  })
const linesOf = (files: readonly { readonly text: string }[]) =>
  files.reduce((sum, { text }) => sum + text.trimEnd().split('\n').length, 0)

const isCode = (path: string) => /\.tsx?$/.test(path)
const code = read((path) => /^(src|workers)\//.test(path) && isCode(path))
const tests = read((path) => path.startsWith('test/') && isCode(path))
const documents = read((path) => /^(docs\/|README)/.test(path) && path.endsWith('.md'))

const rows: readonly (readonly [string, number])[] = [
  ['lines of src and workers', linesOf(code)],
  ['files of src and workers', code.length],
  ['lines of tests', linesOf(tests)],
  ['files of tests', tests.length],
  ['lines of documents', linesOf(documents)],
  ['files of fewer than 40 lines', code.filter((file) => linesOf([file]) < 40).length],
]
for (const [name, count] of rows) console.log(`${String(count).padStart(8)}  ${name}`)
