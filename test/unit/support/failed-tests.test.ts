import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failuresText, readFailures } from '#support/failed-tests.ts'

const folder = mkdtempSync(join(tmpdir(), 'failed-'))
const report = (name: string, content: unknown): string => {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(content))
  return file
}

test('Vitest’s report names failed tests and files that do not load', () => {
  const file = report('vitest', {
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'one', failureMessages: [] },
          { status: 'failed', fullName: 'two', failureMessages: ['expected 1 to be 2'] },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [] },
    ],
  })
  expect(readFailures(file)).toEqual([
    { title: 'a.test.ts: two', message: 'expected 1 to be 2' },
    { title: 'b.test.ts', message: 'no such module' },
  ])
})

test('Playwright’s report names them with their suites; a passed retry is none', () => {
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    tests: [{ status, results: messages.map((message) => ({ errors: [{ message }] })) }],
  })
  const file = report('playwright', {
    suites: [
      {
        title: 'x.spec.ts',
        specs: [spec('a', 'flaky', 'slow')],
        suites: [{ title: 'phone', specs: [spec('b', 'unexpected', 'first', 'second')] }],
      },
    ],
  })
  expect(readFailures(file)).toEqual([{ title: 'x.spec.ts: phone: b', message: 'second' }])
})

test('a long message is cut and loses its colours', () => {
  const message = ['\u001b[31mred\u001b[39m', ...Array.from({ length: 50 }, () => 'x'.repeat(999))].join('\n')
  const lines = failuresText([{ title: 'a', message }]).split('\n')
  expect(lines.slice(0, 2)).toEqual(['a', '    red'])
  expect(lines).toHaveLength(13)
  expect(Math.max(...lines.map(({ length }) => length))).toBe(304)
  expect(readFailures(join(folder, 'missing'))).toEqual([])
  expect(failuresText([])).toBe('')
})
