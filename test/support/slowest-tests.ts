import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'

export type TimedTest = { readonly title: string; readonly seconds: number }

/** The duration of each test in a JSON report of Vitest or Playwright; empty where there is no report. */
export const readTimes = (reportFile: string): readonly TimedTest[] => {
  if (!existsSync(reportFile)) return []
  const report = v.parse(reports, JSON.parse(readFileSync(reportFile, 'utf8')))
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
      spec.tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
  })),
  ...suites.flatMap(timesOf),
]

type Suite = {
  readonly title: string
  readonly specs: readonly {
    readonly title: string
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[]
  }[]
  readonly suites?: readonly Suite[] | undefined
}

const suite: v.GenericSchema<Suite> = v.object({
  title: v.string(),
  specs: v.array(
    v.object({
      title: v.string(),
      tests: v.array(v.object({ results: v.array(v.object({ duration: v.number() })) })),
    }),
  ),
  suites: v.optional(v.array(v.lazy(() => suite))),
})

const reports = v.union([
  v.object({ suites: v.array(suite) }),
  v.object({
    testResults: v.array(
      v.object({
        assertionResults: v.array(v.object({ fullName: v.string(), duration: v.nullish(v.number()) })),
      }),
    ),
  }),
])
