import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const folders = ['unit', 'contract', 'browser', 'engines', 'e2e', 'support'].map((name) => `test/${name}`)
const files = sourceFiles(...folders)
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n')

/** The lines of a file that match, without those before and after them. */
const matching = (pattern: RegExp): readonly string[] =>
  files.flatMap((file) =>
    linesOf(file)
      .filter((line) => pattern.test(line))
      .map(() => file),
  )

/** Why these files may let time pass: one entry for each place. */
const sleepers: readonly (readonly [file: string, reason: string])[] = [
  ['test/engines/videos.spec.ts', 'asks for a job from inside the page, as a page does: a poll, not a wait'],
  [
    'test/engines/waiting.spec.ts',
    'Firefox ends a service worker that waits too long: the time is the subject',
  ],
  ['test/support/api-fault-answers.ts', 'the fault of a service that is late'],
  ['test/support/engines/slow-host.ts', 'a host that sends a byte a second'],
  ['test/support/engines/webkit-browser.ts', 'tries again until the browser has started'],
  ['test/support/eventually.ts', 'the interval of the one function that waits'],
  ['test/support/fake-video-workers.ts', 'the pace of a fake worker, which its script names'],
  ['test/unit/service/remote/answer-mutations.test.ts', 'names the call that does not end'],
  ['test/support/in-memory-service.ts', 'the pace of a fake service, which its script names'],
  ['test/e2e/studio-faults.spec.ts', 'the pace of an endless download'],
]

test('no test sleeps', () => {
  // A timer of no milliseconds is a turn of the event loop: `test/support/event-loop.ts`.
  const sleeping = matching(/\bwaitForTimeout\(|\bsetTimeout\(\s*\w+\s*,\s*[^)\s]|\bawait sleep\(/)
  expect(sleeping.toSorted()).toEqual(sleepers.map(([file]) => file).toSorted())
})

test('no test limits how many milliseconds something takes', () => {
  // `npm run bench` measures that, and the timeouts of the runners end what hangs.
  const clock = /(performance\.now\(\)|Date\.now\(\)|\b\w*(Ms|Milliseconds|elapsed|took)\b|\bms\b)/
  const limit = new RegExp(`expect\\([^\\n]*${clock.source}[^\\n]*\\)\\s*\\.(not\\.)?toBeLess`)
  expect(matching(limit)).toEqual([])
})

test('no test has a time limit of its own', () => {
  // `test/support/patience.ts` says when a test hangs, for machines that are five times slower too.
  expect(matching(/^\s*\}, \d[\d_]*\)$/)).toEqual([])
})

test('what comes later is waited for by one function', () => {
  // Of themselves these give up after a second, for which a busy machine may stand still.
  expect(matching(/\bvi\.wait(For|Until)\(/)).toEqual([])
})
