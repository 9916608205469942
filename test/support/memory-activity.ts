import { createJob, type Job } from '#contract/job.ts'
import type { Activity } from '#service/activity.ts'
import type { ActivityNews } from '#service/ledger/activity-news.ts'
import { type ActivityStore, memoryActivities } from '#service/ledger/activity-store.ts'
import { memoryResults } from '#service/ledger/kept-results.ts'
import { openLedger } from '#service/ledger/open-ledger.ts'

/** News within one tab. */
export const tabNews = (): ActivityNews => {
  const listeners = new Set<() => void>()
  return {
    tell: () => {
      for (const listener of [...listeners]) listener()
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A ledger that lives as long as the test; another store may take the place of its own. */
export const memoryActivityLedger = (store: ActivityStore = memoryActivities()) =>
  openLedger({ store, results: memoryResults(), news: tabNews() })

export const serviceBase = 'https://api.test/v1'

export const activityOf = (known: Partial<Activity> = {}): Activity => ({
  ...{ id: 'one', service: serviceBase, kind: 'image', name: 'cup.jpg', at: '2026-11-14T12:00:00.000Z' },
  ...{ state: 'completed', progress: 1, credits: 1, refunded: 0, request_id: null, job: null },
  ...{ error: null, thumbnail: null, isKept: false },
  ...known,
})

/** A queued job of seven seconds: 35 credits. */
export const jobOf = (known: Partial<Job> = {}): Job => ({
  ...createJob({
    id: 'job_one',
    at: new Date('2026-11-14T12:00:00Z'),
    ...{ duration_seconds: 6.2, fps: 30, width: 1280, height: 720, frames: 186 },
    ...{ format: 'webm', channels: 'rgba', status_url: `${serviceBase}/jobs/job_one` },
  }),
  ...known,
})
