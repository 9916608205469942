import { expect, test } from 'vitest'
import { leftOut } from '#contract/left-out.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BatchFile } from '#library/batch/batch.ts'
import { batchReport } from '#library/batch/batch-report.ts'

const done: BatchFile = {
  path: 'a, "b".png',
  kind: 'picture',
  state: 'done',
  outputs: ['x.png', 'y.jpg'],
  seconds: 1.2345,
  doubt: 0.25,
  error: null,
  leftOut: [leftOut('pages', 2)],
}

test('a report is read by spreadsheets and computes nothing', async () => {
  const error = new ServiceError('validation_error', { reason: 'file_unreadable' })
  const failed: BatchFile = {
    ...done,
    path: '=1+1.png',
    state: 'failed',
    outputs: [],
    seconds: null,
    leftOut: [],
    error,
  }
  const bytes = await batchReport(
    { files: [done, failed], unread: 'out' },
    {
      error: () => '@gone\nfor good',
      leftOut: (list) => list.map(({ kind, count }) => `${count} ${kind}`).join(),
    },
  ).arrayBuffer()
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(
    '\ufefffile,result,outputs,seconds,doubt,left out,reason\r\n' +
      '"a, ""b"".png",done,x.png | y.jpg,1.23,0.25,2 pages,\r\n' +
      '\'=1+1.png,failed,,,0.25,,"\'@gone\nfor good"\r\n' +
      'out/,target,,,,,\r\n',
  )
})
