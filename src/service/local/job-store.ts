import type { DBSchema } from 'idb'
import type { JobId } from '#contract/ids.ts'
import { isTerminal } from '#contract/job.ts'
import { limits } from '#contract/limits.ts'
import { videoFormats } from '#contract/output-formats.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { DeviceJob, JobChange, Pause } from '#service/background-service.ts'
import { openTabEvents, type TabEvents } from '#service/cross-tab.ts'
import { openDatabase } from './open-database.ts'

/** A job and what is needed to begin it again. */
export type StoredJob = DeviceJob & {
  readonly facts: VideoFacts
  /** Names the video: its copy and its mattes lie below this (D-39, D-40). */
  readonly videoHash: string
  /**
   * How often it was begun at this `progress` or so. A job that takes its page down each time is not begun
   * for ever; one that gets on may be interrupted as often as people like.
   */
  readonly attempts: { readonly count: number; readonly progress: number }
  /** When its work was last heard of, ISO 8601; absent before that. */
  readonly heardAt?: string
}

/** How long jobs and what they made are kept. */
const keptMs = limits.video.resultHours * 3_600_000

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
  jobs: { key: JobId; value: JobRecord }
}

/** A job as the database has it since its first version, where the hash of the video is called `track`. */
type JobRecord = Omit<StoredJob, 'videoHash'> & { readonly track: string }

const toRecord = ({ videoHash, ...stored }: StoredJob): JobRecord => ({ ...stored, track: videoHash })

const fromRecord = ({ track, ...stored }: JobRecord): StoredJob => ({ ...stored, videoHash: track })

export const indexedDbJobs = (): JobStore => {
  const database = openDatabase<JobsSchema>('clearcut-jobs', (fresh) => {
    fresh.createObjectStore('jobs', { keyPath: 'job.id' })
  })
  return {
    get: async (id) => {
      const record = await (await database()).get('jobs', id)
      return record && fromRecord(record)
    },
    list: async () => (await (await database()).getAll('jobs')).map(fromRecord),
    put: async (stored) => {
      await (await database()).put('jobs', toRecord(stored))
    },
    update: async (id, change) => {
      const transaction = (await database()).transaction('jobs', 'readwrite')
      const record = await transaction.store.get(id)
      const next = record && change(fromRecord(record))
      if (next) await transaction.store.put(toRecord(next))
      await transaction.done
      return next
    },
    delete: async (id) => (await database()).delete('jobs', id),
  }
}

/** Nobody is to work on it; means nothing once the job has ended. */
export const isPaused = (stored: StoredJob): stored is StoredJob & { readonly pause: Pause } =>
  stored.pause?.state === 'on'

/** When a job that is paused now is given up: 24 h after the last progress that it made. */
export const pauseEnd = ({ job, heardAt }: StoredJob, now: Date): Date =>
  new Date((Date.parse(heardAt ?? job.started_at ?? '') || now.getTime()) + keptMs)

/** Paused for so long that it is to be given up. */
export const isOverdue = (stored: StoredJob, now: Date): boolean => {
  const due = dueAt(stored)
  return due !== null && due.getTime() <= now.getTime()
}

/** When a paused job is to be given up; null for any other. */
export const dueAt = (stored: StoredJob): Date | null => {
  if (!isPaused(stored) || isTerminal(stored.job)) return null
  const { at, until } = stored.pause
  // Earlier versions stored no end.
  return new Date(until === undefined ? Date.parse(at) + keptMs : Date.parse(until))
}

/** Where a job's result lies in the browser's own file system. */
export const resultPath = ({ job }: DeviceJob): string =>
  `results/${job.id}.${videoFormats[job.format].extension}`

/** When a job is forgotten with all that it made: 24 h after it ended; null while it has not (D-39). */
export const expiryOf = ({ job }: DeviceJob): Date | null =>
  job.completed_at === null ? null : new Date(Date.parse(job.completed_at) + keptMs)

export const isExpired = (stored: DeviceJob, now: Date): boolean => {
  const expiry = expiryOf(stored)
  return expiry !== null && expiry.getTime() <= now.getTime()
}

/** What becomes of jobs. */
export type JobEvents = TabEvents<JobChange>

export const broadcastJobEvents = (channel = new BroadcastChannel('clearcut-jobs')): JobEvents =>
  openTabEvents(channel)
