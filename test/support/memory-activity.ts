import { createJob, type Job } from '#contract/job.ts'
import type { KeptResults } from '#library/store/kept-results.ts'
import type { Activity } from '#service/activity.ts'
import type { ActivityEvents } from '#service/activity-log/activity-store.ts'
import { type ActivityStore, memoryActivities } from '#service/activity-log/activity-store.ts'
import { openActivityLog } from '#service/activity-log/open-activity-log.ts'

/** Events within one tab. */
export const memoryTabEvents = (): ActivityEvents => {
  const listeners = new Set<() => void>()
  return {
    publish: () => {
      for (const listener of [...listeners]) listener()
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Results in memory, under names that are no hashes. What is not entered is deleted. */
export const memoryResults = (): KeptResults & { readonly files: Map<string, Blob> } => {
  const files = new Map<string, Blob>()
  return {
    files,
    read: async (_kind, { hash }) => files.get(hash) ?? null,
    keep: async (_kind, result, enter) => {
      const hash = crypto.randomUUID()
      files.set(hash, result)
      if (!(await enter({ hash, bytes: result.size, type: result.type }))) files.delete(hash)
    },
    sweep: async () => {},
    freeBytes: async () => Number.POSITIVE_INFINITY,
  }
}

/** An activity log in memory; its store may be replaced. */
export const memoryActivityLog = (store: ActivityStore = memoryActivities()) =>
  openActivityLog({ store, results: memoryResults(), events: memoryTabEvents() })

export const serviceBase = 'https://api.test/v1'

export const activityOf = (known: Partial<Activity> = {}): Activity => ({
  id: 'one',
  service: serviceBase,
  kind: 'image',
  name: 'cup.jpg',
  at: '2026-11-14T12:00:00.000Z',
  state: 'completed',
  progress: 1,
  credits: 1,
  refunded: 0,
  request_id: null,
  job: null,
  error: null,
  thumbnail: null,
  kept: null,
  ...known,
})

/** A queued job of seven seconds: 35 credits. */
export const jobOf = (known: Partial<Job> = {}): Job => ({
  ...createJob({
    id: 'job_one',
    at: new Date('2026-11-14T12:00:00Z'),
    duration_seconds: 6.2,
    fps: 30,
    width: 1280,
    height: 720,
    frames: 186,
    format: 'webm',
    channels: 'rgba',
    status_url: `${serviceBase}/jobs/job_one`,
  }),
  ...known,
})
