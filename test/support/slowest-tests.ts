import { readReport, type Suite } from './test-report.ts'

export type TimedTest = { readonly title: string; readonly seconds: number }

/** The duration of each test in a JSON report of Vitest or Playwright; empty where there is no report. */
export const readTimes = (reportFile: string): readonly TimedTest[] => {
  const report = readReport(reportFile)
  if (!report) return []
  if ('suites' in report) return report.suites.flatMap(timesOf)
  return report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ fullName, duration }) =>
      typeof duration === 'number' ? [{ title: fullName, seconds: duration / 1000 }] : [],
    ),
  )
}

/** The `count` slowest tests, the slowest first, one a line. */
export const slowestText = (tests: readonly TimedTest[], count: number): string =>
  tests
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ title, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${title}`)
    .join('\n')

/** Every try of a test counts: the run waited for all of them. */
const timesOf = ({ title, specs, suites = [] }: Suite): readonly TimedTest[] => [
  ...specs.map((spec) => ({
    title: `${title} ${spec.title}`,
    seconds:
      spec.tests.flatMap(({ results }) => results).reduce((sum, { duration = 0 }) => sum + duration, 0) /
      1000,
  })),
  ...suites.flatMap(timesOf),
]
