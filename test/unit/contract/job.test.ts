import { expect, test } from 'vitest'
import { advanceJob, createJob, isTerminal, type Job, type JobEvent } from '#contract/job.ts'

const at = (second: number) => new Date(Date.UTC(2024, 0, 31, 12, 0, second))

const queued = createJob({
  id: 'job_1',
  at: at(0),
  duration_seconds: 4.2,
  fps: 60,
  width: 1920,
  height: 1080,
  frames: 252,
  format: 'webm',
  channels: 'rgba',
  status_url: '/v1/jobs/job_1',
})

const stats = { output_width: 1920, output_height: 1080, scene_cuts: 2 }
const start: JobEvent = { type: 'start', at: at(5) }
const complete: JobEvent = { type: 'complete', at: at(30), result_url: '/results/job_1', stats }
const fail: JobEvent = { type: 'fail', at: at(9), error: { code: 'processing_failed', message: 'No.' } }

const after = (...events: JobEvent[]): Job => events.reduce(advanceJob, queued)

test('a started job is processing', () => {
  expect(after(start)).toMatchObject({
    status: 'processing',
    started_at: '2024-01-31T12:00:05.000Z',
    progress: 0,
  })
})

test('progress rises while processing, never falls, and is 1 on completion only', () => {
  const advance = (progress: number): JobEvent => ({ type: 'advance', progress })
  expect(after(start, advance(0.4)).progress).toBe(0.4)
  expect(after(start, advance(0.4), advance(0.3)).progress).toBe(0.4)
  expect(after(start, advance(1)).progress).toBeLessThan(1)
  expect(after(start, complete).progress).toBe(1)
})

test('a completed job has stats and a 24-hour result (D-38, D-39)', () => {
  expect(after(start, complete)).toMatchObject({
    status: 'completed',
    completed_at: '2024-01-31T12:00:30.000Z',
    expires_at: '2024-02-01T12:00:30.000Z',
    result_url: '/results/job_1',
    stats: { ...stats, processing_seconds: 25 },
    error: null,
  })
})

test('a failed job has an error and no result', () => {
  expect(after(start, fail)).toMatchObject({
    status: 'failed',
    completed_at: '2024-01-31T12:00:09.000Z',
    error: { code: 'processing_failed', message: 'No.' },
    result_url: null,
    expires_at: null,
    stats: null,
  })
})

test.each([
  ['queued', []],
  ['completed', [start, complete]],
  ['failed', [start, fail]],
] as const)('a %s job makes only the transitions of the contract', (status, way) => {
  const events = [start, { type: 'advance', progress: 0.5 }, complete, fail] as const
  for (const event of events) {
    if (status === 'queued' && event.type === 'start') continue
    expect(() => advanceJob(after(...way), event)).toThrow(`A ${status} job cannot ${event.type}`)
  }
  expect(isTerminal(after(...way))).toBe(status !== 'queued')
})

test('a processing job cannot start again, and is not at its end', () => {
  expect(() => after(start, start)).toThrow('A processing job cannot start')
  expect(isTerminal(after(start))).toBe(false)
})
