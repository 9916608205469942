import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'

/** The passed and failed tests of one runner. A runner that crashed, or left no report, counts as one failure. */
export type Tally = { readonly passed: number; readonly failed: number }

/** For a runner that passes or fails as a whole. */
export const tallyExit = (code: number | null): Tally =>
  code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

/** From Vitest's JSON report. A file that could not be loaded counts as one failure. */
export const tallyVitest = (reportFile: string, code: number | null): Tally =>
  fromReport(reportFile, code, vitestReport, ({ numPassedTests, numFailedTests, testResults }) => ({
    passed: numPassedTests,
    failed:
      numFailedTests +
      testResults.filter(
        ({ status, assertionResults }) => status === 'failed' && !assertionResults.some(failed),
      ).length,
  }))

/** From Playwright's JSON report. A test that passed on its second try has passed. */
export const tallyPlaywright = (reportFile: string, code: number | null): Tally =>
  fromReport(reportFile, code, playwrightReport, ({ stats, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
  }))

export const sumTallies = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
  failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
})

const failed = ({ status }: { readonly status: string }): boolean => status === 'failed'

const vitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  testResults: v.array(
    v.object({ status: v.string(), assertionResults: v.array(v.object({ status: v.string() })) }),
  ),
})

const playwrightReport = v.object({
  stats: v.object({ expected: v.number(), flaky: v.number(), unexpected: v.number() }),
  errors: v.array(v.unknown()),
})

const fromReport = <Schema extends v.GenericSchema>(
  file: string,
  code: number | null,
  schema: Schema,
  count: (report: v.InferOutput<Schema>) => Tally,
): Tally => {
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const tally = count(v.parse(schema, JSON.parse(readFileSync(file, 'utf8'))))
  const crashed = code !== 0 && tally.failed === 0
  return crashed ? { ...tally, failed: 1 } : tally
}
