import { toCsv } from '#base/csv.ts'
import type { ServiceError } from '#contract/service-error.ts'
import type { BatchState } from './batch.ts'

/** One row for each file, and for the folder that is not read; the mark of UTF-8 is for Excel. */
export const batchReport = (
  { files, unread }: Pick<BatchState, 'files' | 'unread'>,
  reasonText: (error: ServiceError) => string,
): Blob => {
  const rows = files.map(({ path, state, outputs, seconds, doubt, error }) => [
    ...[path, state, outputs.join(' | ')],
    seconds === null ? null : Number(seconds.toFixed(2)),
    doubt === null ? null : Number(doubt.toFixed(3)),
    error && reasonText(error),
  ])
  const folder = unread === null ? [] : [[`${unread}/`, 'target', ...Array(4).fill(null)]]
  const head = ['file', 'result', 'outputs', 'seconds', 'doubt', 'reason']
  return new Blob(['\ufeff', toCsv([head, ...rows, ...folder])], { type: 'text/csv;charset=utf-8' })
}
