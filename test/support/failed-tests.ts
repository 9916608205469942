import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import * as v from 'valibot'

export type FailedTest = { readonly title: string; readonly message: string }

/** The failed tests, and the files that did not load, of a JSON report of Vitest or Playwright; none without a report. */
export const readFailures = (reportFile: string): readonly FailedTest[] => {
  if (!existsSync(reportFile)) return []
  const report = v.parse(reports, JSON.parse(readFileSync(reportFile, 'utf8')))
  if ('suites' in report) return report.suites.flatMap((found) => failuresOf(found))
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((result) => result.status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        title: `${name}: ${fullName}`,
        message: failureMessages?.join('\n') ?? '',
      }))
    return status === 'failed' && failed.length === 0 ? [{ title: name, message: message ?? '' }] : failed
  })
}

/** Each title with the first lines of its message; empty where nothing failed. */
export const failuresText = (failures: readonly FailedTest[]): string =>
  failures
    .map(({ title, message }) => {
      const lines = stripVTControlCharacters(message).split('\n').slice(0, longestMessage)
      return [title, ...lines.map((line) => `    ${line.slice(0, longestLine)}`)].join('\n')
    })
    .join('\n')

const longestMessage = 12
const longestLine = 300

const failuresOf = ({ title, specs, suites = [] }: Suite, within = ''): readonly FailedTest[] => {
  const path = within === '' ? title : `${within}: ${title}`
  return [
    ...specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ results }) => ({
          title: `${path}: ${spec.title}`,
          message: results.at(-1)?.errors?.[0]?.message ?? '',
        })),
    ),
    ...suites.flatMap((inner) => failuresOf(inner, path)),
  ]
}

type Suite = {
  readonly title: string
  readonly specs: readonly {
    readonly title: string
    readonly tests: readonly {
      readonly status: string
      readonly results: readonly {
        readonly errors?: readonly { readonly message?: string | undefined }[] | undefined
      }[]
    }[]
  }[]
  readonly suites?: readonly Suite[] | undefined
}

const suite: v.GenericSchema<Suite> = v.object({
  title: v.string(),
  specs: v.array(
    v.object({
      title: v.string(),
      tests: v.array(
        v.object({
          status: v.string(),
          results: v.array(
            v.object({ errors: v.optional(v.array(v.object({ message: v.optional(v.string()) }))) }),
          ),
        }),
      ),
    }),
  ),
  suites: v.optional(v.array(v.lazy(() => suite))),
})

const reports = v.union([
  v.object({ suites: v.array(suite) }),
  v.object({
    testResults: v.array(
      v.object({
        name: v.string(),
        status: v.string(),
        message: v.optional(v.string()),
        assertionResults: v.array(
          v.object({
            status: v.string(),
            fullName: v.string(),
            failureMessages: v.optional(v.nullable(v.array(v.string()))),
          }),
        ),
      }),
    ),
  }),
])
