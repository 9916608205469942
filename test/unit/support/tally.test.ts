import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sumTallies, tallyExit, tallyPlaywright, tallyVitest } from '#support/tally.ts'

const folder = mkdtempSync(join(tmpdir(), 'tally-'))
const report = (name: string, content: unknown): string => {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(content))
  return file
}

test('a runner without a report counts itself: one passed or one failed', () => {
  expect(tallyExit(0)).toEqual({ passed: 1, failed: 0 })
  expect(tallyExit(1)).toEqual({ passed: 0, failed: 1 })
  expect(tallyExit(null)).toEqual({ passed: 0, failed: 1 })
})

test('a test file that does not load counts as failed', () => {
  const file = report('vitest', {
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'passed' }] },
      { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
    ],
  })
  expect(tallyVitest(file, 1)).toEqual({ passed: 3, failed: 2 })
})

test('a runner without a report, or that crashed, has failed', () => {
  expect(tallyVitest(join(folder, 'missing'), 0)).toEqual({ passed: 0, failed: 1 })
  const green = report('green', { numPassedTests: 2, numFailedTests: 0, testResults: [] })
  expect(tallyVitest(green, 0)).toEqual({ passed: 2, failed: 0 })
  expect(tallyVitest(green, null)).toEqual({ passed: 2, failed: 1 })
})

test('a passed retry is a pass; an error outside tests fails', () => {
  const file = report('playwright', { stats: { expected: 4, flaky: 1, unexpected: 2 }, errors: [{}] })
  expect(tallyPlaywright(file, 1)).toEqual({ passed: 5, failed: 3 })
})

test('the last line sums over all runners', () => {
  expect(
    sumTallies([
      { passed: 1, failed: 0 },
      { passed: 5, failed: 2 },
    ]),
  ).toEqual({ passed: 6, failed: 2 })
})
