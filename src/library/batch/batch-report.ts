import type { ServiceError } from '#contract/service-error.ts'
import type { BatchFile } from './batch.ts'

/** What a spreadsheet takes for a formula (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r]/

/** A field by RFC 4180, which no spreadsheet computes. */
const field = (value: string | number | null): string => {
  if (typeof value === 'number') return String(value)
  const plain = (value ?? '').replace(formula, "'$&")
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** One row for each file; the mark of UTF-8 is for Excel. */
export const batchReport = (
  files: readonly BatchFile[],
  reasonText: (error: ServiceError) => string,
): Blob => {
  const rows = files.map(({ path, state, outputs, seconds, doubt, error }) => [
    ...[path, state, outputs.join(' | ')],
    seconds === null ? null : Number(seconds.toFixed(2)),
    doubt === null ? null : Number(doubt.toFixed(3)),
    error && reasonText(error),
  ])
  const head = ['file', 'result', 'outputs', 'seconds', 'doubt', 'reason']
  const lines = [head, ...rows].map((row) => `${row.map(field).join(',')}\r\n`)
  return new Blob(['\ufeff', ...lines], { type: 'text/csv;charset=utf-8' })
}
