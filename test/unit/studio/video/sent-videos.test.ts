import { expect, test } from 'vitest'
import { createJob, type Job } from '#contract/job.ts'
import type { Activity } from '#service/activity.ts'
import { isWorthShowing, sentVideos } from '#studio/features/video/queue/restored-jobs.ts'

const base = 'https://api.example.com/v1'
const now = Date.parse('2026-01-02T00:00:00Z')

const job = (change: Partial<Job> = {}): Job => ({
  ...createJob({
    id: 'job_1',
    at: new Date(now),
    duration_seconds: 2,
    fps: 30,
    width: 64,
    height: 48,
    frames: 60,
    format: 'mov',
    channels: 'rgba',
    status_url: `${base}/jobs/job_1`,
  }),
  ...change,
})

const activity = (change: Partial<Activity> = {}): Activity => ({
  id: 'job_1',
  service: base,
  kind: 'video',
  name: 'clip.mp4',
  at: new Date(now).toISOString(),
  state: 'processing',
  progress: 0,
  credits: 10,
  refunded: 0,
  request_id: null,
  job: job({ status: 'processing' }),
  error: null,
  thumbnail: null,
  isKept: false,
  ...change,
})

const seen = (change: Partial<Activity>, service: string | null = base) =>
  sentVideos([activity(change)], { device: 'local', service, nowMs: now })

const done = job({ status: 'completed', expires_at: new Date(now + 1000).toISOString() })

test('a sent video has the name and options of its job', () => {
  const [sent] = seen({})
  expect(sent).toMatchObject({ name: 'clip.mp4', options: { format: 'mov', channels: 'rgba' } })
  expect(sent && isWorthShowing(sent)).toBe(true)
})

test('pictures, local jobs and rejected videos are not sent videos', () => {
  expect(seen({ kind: 'image', job: null })).toEqual([])
  expect(seen({ service: 'local' })).toEqual([])
  expect(seen({ state: 'sending', job: null })).toEqual([])
})

test('a running job is listed only while its service is connected', () => {
  expect(seen({}, null)).toEqual([])
  expect(seen({}, 'https://other.example.com/v1')).toEqual([])
  expect(seen({ state: 'completed', job: done }, null)).toHaveLength(1)
})

test('an expired result is gone unless this device kept it (D-39)', () => {
  const old = job({ status: 'completed', expires_at: new Date(now).toISOString() })
  const gone = seen({ state: 'completed', job: old })
  expect(gone[0]?.isExpired).toBe(true)
  expect(gone[0] && isWorthShowing(gone[0])).toBe(false)
  expect(seen({ state: 'completed', job: old, isKept: true })[0]?.isExpired).toBe(false)
  expect(seen({ state: 'expired' })[0]?.isExpired).toBe(true)
})

test('a job that failed on an earlier visit is not listed', () => {
  const [failed] = seen({ state: 'failed', job: job({ status: 'failed' }) })
  expect(failed && isWorthShowing(failed)).toBe(false)
})
