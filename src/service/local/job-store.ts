import type { DBSchema } from 'idb'
import type { JobId } from '#contract/ids.ts'
import { isTerminal } from '#contract/job.ts'
import { limits } from '#contract/limits.ts'
import { videoFormats } from '#contract/output-formats.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { DeviceJob, JobChange, Pause } from '#service/background-service.ts'
import { openTabChannel, openTabEvents, type TabEvents } from '#service/cross-tab.ts'
import { openDatabase } from './open-database.ts'

/** A job and all that is needed to begin it again. */
export type StoredJob = DeviceJob & {
  readonly facts: VideoFacts
  /** The hash of the video, under which its copy and its mattes are stored (D-39, D-40). */
  readonly videoHash: string
  /** The hash of the video's file; absent where `videoHash` is that, and in jobs of earlier versions. */
  readonly fileHash?: string
  /**
   * How often the job was begun at about this `progress`. It limits jobs that crash their page each time; a job that
   * makes progress may be interrupted any number of times.
   */
  readonly attempts: { readonly count: number; readonly progress: number }
  /** When it last made progress, ISO 8601; absent before that. */
  readonly heardAt?: string
}

/** How long jobs and their files are kept, in milliseconds. */
const keptMs = limits.video.resultHours * 3_600_000

/** The jobs of this browser, shared by its tabs. Every method rejects where the browser refuses storage. */
export interface JobStore {
  get(id: JobId): Promise<StoredJob | undefined>
  list(): Promise<readonly StoredJob[]>
  put(stored: StoredJob): Promise<void>
  /**
   * Changes a job in one transaction, so that no other tab changes it at the same time. Returns the changed job;
   * undefined where there is no such job or `change` returns undefined.
   */
  update(id: JobId, change: (stored: StoredJob) => StoredJob | undefined): Promise<StoredJob | undefined>
  delete(id: JobId): Promise<void>
}

interface JobsSchema extends DBSchema {
  jobs: { key: JobId; value: JobRecord }
}

/** A job as it is stored. The database has called the hash of the video `track` since its first version. */
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

/** Whether a job is paused; without meaning once it has ended. */
export const isPaused = (stored: StoredJob): stored is StoredJob & { readonly pause: Pause } =>
  stored.pause?.state === 'on'

/** When a job that is paused now will fail: 24 h after its last progress. */
export const pauseEnd = ({ job, heardAt }: StoredJob, now: Date): Date =>
  new Date((Date.parse(heardAt ?? job.started_at ?? '') || now.getTime()) + keptMs)

/** Whether a job was paused for so long that it must fail. */
export const isOverdue = (stored: StoredJob, now: Date): boolean => {
  const due = dueAt(stored)
  return due !== null && due.getTime() <= now.getTime()
}

/** When a paused job must fail; null for any other job. */
export const dueAt = (stored: StoredJob): Date | null => {
  if (!isPaused(stored) || isTerminal(stored.job)) return null
  const { at, until } = stored.pause
  // Earlier versions did not store `until`.
  return new Date(until === undefined ? Date.parse(at) + keptMs : Date.parse(until))
}

/** The path of a job's result in the browser's file system. */
export const resultPath = ({ job }: DeviceJob): string =>
  `results/${job.id}.${videoFormats[job.format].extension}`

/** When a job and its result are deleted: 24 h after it ended; null before its end (D-39). */
export const expiryOf = ({ job }: DeviceJob): Date | null =>
  job.completed_at === null ? null : new Date(Date.parse(job.completed_at) + keptMs)

export const isExpired = (stored: DeviceJob, now: Date): boolean => {
  const expiry = expiryOf(stored)
  return expiry !== null && expiry.getTime() <= now.getTime()
}

/** Changes of jobs, published to all tabs. */
export type JobEvents = TabEvents<JobChange>

export const broadcastJobEvents = (channel = openTabChannel('clearcut-jobs')): JobEvents =>
  openTabEvents(channel)
