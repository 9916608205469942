import { toCsv } from '#base/csv.ts'
import type { BatchState, ReportWords } from './batch.ts'

/** One row for each file and for the unread folder; Excel needs the byte order mark to read UTF-8. */
export const batchReport = (
  { files, unread }: Pick<BatchState, 'files' | 'unread'>,
  words: ReportWords,
): Blob => {
  const rows = files.map(({ path, state, outputs, seconds, doubt, leftOut = [], error }) => [
    ...[path, state, outputs.join(' | ')],
    seconds === null ? null : Number(seconds.toFixed(2)),
    doubt === null ? null : Number(doubt.toFixed(3)),
    words.leftOut(leftOut),
    error && words.error(error),
  ])
  const folder = unread === null ? [] : [[`${unread}/`, 'target', ...Array(5).fill(null)]]
  const head = ['file', 'result', 'outputs', 'seconds', 'doubt', 'left out', 'reason']
  return new Blob(['\ufeff', toCsv([head, ...rows, ...folder])], { type: 'text/csv;charset=utf-8' })
}
