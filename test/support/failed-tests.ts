import { stripVTControlCharacters } from 'node:util'
import { readReport, type Suite } from './test-report.ts'

export type FailedTest = { readonly title: string; readonly message: string }

/**
 * The failed tests, and the files that did not load, of a JSON report of Vitest or Playwright; none without a report.
 */
export const readFailures = (reportFile: string): readonly FailedTest[] => {
  const report = readReport(reportFile)
  if (!report) return []
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
