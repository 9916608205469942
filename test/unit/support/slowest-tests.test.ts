import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTimes, slowestText } from '#support/slowest-tests.ts'

const folder = mkdtempSync(join(tmpdir(), 'slowest-'))
const report = (name: string, content: unknown): string => {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(content))
  return file
}

test('Vitest’s report gives the duration of each test', () => {
  const file = report('vitest', {
    testResults: [{ assertionResults: [{ fullName: 'a', duration: 1500 }, { fullName: 'skipped' }] }],
  })
  expect(readTimes(file)).toEqual([{ title: 'a', seconds: 1.5 }])
})

test('Playwright’s report gives it for nested suites too, with every try', () => {
  const spec = (title: string, ...durations: number[]) => ({
    title,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  })
  const file = report('playwright', {
    suites: [
      {
        title: 'x.spec.ts',
        specs: [spec('a', 2000, 3000)],
        suites: [{ title: 'phone', specs: [spec('b', 500)] }],
      },
    ],
  })
  expect(readTimes(file)).toEqual([
    { title: 'x.spec.ts a', seconds: 5 },
    { title: 'phone b', seconds: 0.5 },
  ])
})

test('the slowest tests come first; a runner without a report has none', () => {
  const times = [1, 12.34, 3].map((seconds) => ({ title: `took ${seconds}`, seconds }))
  expect(slowestText(times, 2).split('\n')).toEqual(['   12.3 s  took 12.34', '    3.0 s  took 3'])
  expect(readTimes(join(folder, 'missing'))).toEqual([])
})
