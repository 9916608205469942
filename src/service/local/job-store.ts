import type { DBSchema } from 'idb'
import type { JobId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import { videoFormats } from '#contract/output-formats.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { DeviceJob, Pause } from '#service/background-service.ts'
import { heldDatabase } from './held-database.ts'

/** A job and what is needed to begin it again. */
export type StoredJob = DeviceJob & {
  readonly facts: VideoFacts
  /** Names the video: its copy and its mattes lie below this (D-39, D-40). */
  readonly track: string
  /**
   * How often it was begun at this `progress` or so. A job that takes its page down each time is not begun
   * for ever; one that gets on may be interrupted as often as people like.
   */
  readonly attempts: { readonly count: number; readonly progress: number }
}

/** The jobs of this browser, for all its tabs. Every method rejects where nothing can be stored. */
export interface JobStore {
  get(id: JobId): Promise<StoredJob | undefined>
  list(): Promise<readonly StoredJob[]>
  put(stored: StoredJob): Promise<void>
  /**
   * Puts what `change` makes of the job, with no other tab in between; answers with it, or with undefined
   * where there is no such job or `change` made nothing.
   */
  update(id: JobId, change: (stored: StoredJob) => StoredJob | undefined): Promise<StoredJob | undefined>
  delete(id: JobId): Promise<void>
}

interface JobsSchema extends DBSchema {
  jobs: { key: JobId; value: StoredJob }
}

export const indexedDbJobs = (): JobStore => {
  const database = heldDatabase<JobsSchema>('clearcut-jobs', (fresh) => {
    fresh.createObjectStore('jobs', { keyPath: 'job.id' })
  })
  return {
    get: async (id) => (await database()).get('jobs', id),
    list: async () => (await database()).getAll('jobs'),
    put: async (stored) => {
      await (await database()).put('jobs', stored)
    },
    update: async (id, change) => {
      const transaction = (await database()).transaction('jobs', 'readwrite')
      const stored = await transaction.store.get(id)
      const next = stored && change(stored)
      if (next) await transaction.store.put(next)
      await transaction.done
      return next
    },
    delete: async (id) => (await database()).delete('jobs', id),
  }
}

/** Nobody is to work on it; means nothing once the job has ended. */
export const isPaused = (stored: StoredJob): stored is StoredJob & { readonly pause: Pause } =>
  stored.pause?.state === 'on'

/** Where a job's result lies in the browser's own file system. */
export const resultPath = ({ job }: DeviceJob): string =>
  `results/${job.id}.${videoFormats[job.format].extension}`

/** When a job is forgotten with all that it made: 24 h after it ended; null while it has not (D-39). */
export const expiryOf = ({ job }: DeviceJob): Date | null =>
  job.completed_at === null
    ? null
    : new Date(Date.parse(job.completed_at) + limits.video.resultHours * 3_600_000)

export const isExpired = (stored: DeviceJob, now: Date): boolean => {
  const expiry = expiryOf(stored)
  return expiry !== null && expiry.getTime() <= now.getTime()
}
