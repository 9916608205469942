import { expect, test } from 'vitest'
import { makeJobId } from '#contract/ids.ts'
import { advanceJob, createJob, type Job } from '#contract/job.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { itemsFromJobs } from '#studio/features/video/queue/restored-jobs.ts'
import { phaseOf } from '#studio/features/video/queue/video-item.ts'
import { cancelledTexts, pausedHint, phaseText } from '#studio/features/video/queue/video-status-text.ts'

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
    )
    return item && pausedHint(item, at.getTime())
  }
  expect(hintOf(new Date(at.getTime() + 20 * 3_600_000).toISOString())).toBe(
    'What is done is kept for 20 h, also when this page is closed. Then it is given up and costs nothing.',
  )
  // Until the service has said.
  expect(hintOf()).toContain('kept for 24 h')
})

test('a cancelled job never hides a result of the same video', () => {
  const stats = { output_width: 64, output_height: 48 }
  const done = advanceJob(begun(0.5), { type: 'complete', at, result_url: 'v1/x', stats })
  const items = listed(cancelled(0.2), done)
  expect(items.map(phaseOf)).toEqual(['done'])
  expect(items[0]?.jobs).toHaveLength(2)
})
