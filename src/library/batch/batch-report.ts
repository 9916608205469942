import { toCsv } from '#base/csv.ts'
import type { ServiceError } from '#contract/service-error.ts'
import type { BatchFile } from './batch.ts'

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
  return new Blob(['\ufeff', toCsv([head, ...rows])], { type: 'text/csv;charset=utf-8' })
}
