import { expect, test } from 'vitest'
import { makeJobId } from '#contract/ids.ts'
import { advanceJob, createJob, type Job } from '#contract/job.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import type { Activity } from '#service/activity.ts'
import { isWorthShowing, itemsFromJobs, sentVideos } from '#studio/features/video/queue/restored-jobs.ts'
import { phaseOf } from '#studio/features/video/queue/video-item.ts'
import { cancelledTexts, pausedHint, phaseText } from '#studio/features/video/queue/video-status-text.ts'
import { defaultVideoRecipe } from '#studio/state/video-recipe.ts'

const at = new Date('2026-01-02T03:04:05Z')
const begun = (progress: number): Job => {
  const job = createJob({
    id: makeJobId(),
    at,
    duration_seconds: 2,
    fps: 30,
    width: 64,
    height: 48,
    frames: 60,
    format: 'webm',
    channels: 'rgba',
    status_url: 'v1/jobs/x',
  })
  return advanceJob(advanceJob(job, { type: 'start', at }), { type: 'advance', progress })
}
const cancelled = (progress: number) =>
  advanceJob(begun(progress), { type: 'fail', at, error: { code: 'cancelled', message: 'Cancelled.' } })
const listed = (...jobs: readonly Job[]) =>
  itemsFromJobs(
    jobs.map((job) => ({ job, name: 'clip.mp4', options: defaultVideoOptions })),
    'device',
    () => defaultVideoRecipe,
  )

test('a cancelled job of an earlier visit tells its progress and resumes', () => {
  const [item] = listed(cancelled(0.615))
  if (!item) throw new Error('no video')
  expect(phaseOf(item)).toBe('stopped')
  expect(phaseText(item)).toBe('Cancelled at 61 %')
  expect(cancelledTexts(item).label).toBe('Go on')
  const [early] = listed(cancelled(0))
  expect(early && cancelledTexts(early)).toEqual({ said: 'Cancelled.', label: 'Start again' })
})

test('a paused video tells how long it is kept', () => {
  const hintOf = (until?: string) => {
    const pause = { state: 'on', at: at.toISOString(), ...(until !== undefined && { until }) } as const
    const [item] = itemsFromJobs(
      [{ job: begun(0.5), name: 'clip.mp4', options: defaultVideoOptions, pause }],
      'device',
      () => defaultVideoRecipe,
    )
    return item && pausedHint(item, at.getTime())
  }
  expect(hintOf(new Date(at.getTime() + 20 * 3_600_000).toISOString())).toBe(
    'What is done is kept for 20 h, also when this page is closed. Then it is given up and costs nothing.',
  )
  // Without a time from the service.
  expect(hintOf()).toContain('kept for 24 h')
})

test('a cancelled job never hides a result of the same video', () => {
  const stats = { output_width: 64, output_height: 48 }
  const done = advanceJob(begun(0.5), { type: 'complete', at, result_url: 'v1/x', stats })
  const items = listed(cancelled(0.2), done)
  expect(items.map(phaseOf)).toEqual(['done'])
  expect(items[0]?.jobs).toHaveLength(2)
})

const base = 'https://api.example.com/v1'
const now = Date.parse('2026-01-02T00:00:00Z')

const sentJob = (change: Partial<Job> = {}): Job => ({
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
  job: sentJob({ status: 'processing' }),
  error: null,
  thumbnail: null,
  isKept: false,
  ...change,
})

const seen = (change: Partial<Activity>, service: string | null = base) =>
  sentVideos([activity(change)], { device: 'local', service, nowMs: now })

const done = sentJob({ status: 'completed', expires_at: new Date(now + 1000).toISOString() })

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

test('a running sent job is listed only while its service is connected', () => {
  expect(seen({}, null)).toEqual([])
  expect(seen({}, 'https://other.example.com/v1')).toEqual([])
  expect(seen({ state: 'completed', job: done }, null)).toHaveLength(1)
})

test('an expired result is gone unless this device kept it (D-39)', () => {
  const old = sentJob({ status: 'completed', expires_at: new Date(now).toISOString() })
  const gone = seen({ state: 'completed', job: old })
  expect(gone[0]?.isExpired).toBe(true)
  expect(gone[0] && isWorthShowing(gone[0])).toBe(false)
  expect(seen({ state: 'completed', job: old, isKept: true })[0]?.isExpired).toBe(false)
  expect(seen({ state: 'expired' })[0]?.isExpired).toBe(true)
})

test('a sent job that failed on an earlier visit is not listed', () => {
  const [failed] = seen({ state: 'failed', job: sentJob({ status: 'failed' }) })
  expect(failed && isWorthShowing(failed)).toBe(false)
})
