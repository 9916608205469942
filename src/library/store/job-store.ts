import type { JobId } from '#contract/ids.ts'
import { isTerminal } from '#contract/job.ts'
import { videoFormats } from '#contract/output-formats.ts'
import type { DeviceJob, JobChange, Pause } from '#library/background-service.ts'
import { openTabChannel, openTabEvents, type TabEvents } from './cross-tab.ts'
import { changeStores, type OpenDatabase } from './database.ts'
import { retention } from './retention.ts'
import {
  isJobChange,
  type JobState,
  readJobExtras,
  readJobRecord,
  type StoredJob,
  splitJob,
} from './stored-job.ts'

/** The jobs of all tabs. Every method rejects if the browser refuses storage. */
export interface JobStore {
  /** Undefined if there is no job or this version cannot read it; so also `state` and `update`. */
  get(id: JobId): Promise<StoredJob | undefined>
  /** The job without its extras, which may be large. */
  state(id: JobId): Promise<JobState | undefined>
  /** The readable jobs. */
  list(): Promise<readonly StoredJob[]>
  /** The ids of unreadable jobs: of another version, or damaged. Only `delete` changes them. */
  unreadable(): Promise<readonly JobId[]>
  put(stored: StoredJob): Promise<void>
  /**
   * Changes a job in one transaction, safe against other tabs. Returns the changed job; undefined if there is none or
   * `change` returns undefined.
   */
  update(id: JobId, change: (stored: JobState) => JobState | undefined): Promise<JobState | undefined>
  delete(ids: readonly JobId[]): Promise<void>
}

const stores: ['jobs', 'jobExtras'] = ['jobs', 'jobExtras']

/** Jobs in the database. */
export const storedJobs = (database: OpenDatabase): JobStore => {
  const all = async () => {
    const reading = (await database()).transaction(stores)
    const [records, keys, extras] = await Promise.all([
      reading.objectStore('jobs').getAll(),
      reading.objectStore('jobExtras').getAllKeys(),
      reading.objectStore('jobExtras').getAll(),
    ])
    const byId = new Map(keys.map((key, at) => [key, extras[at]]))
    return records.map((record) => ({ id: record.job.id, stored: joined(record, byId.get(record.job.id)) }))
  }
  return {
    get: async (id) => {
      const reading = (await database()).transaction(stores)
      const [record, extras] = await Promise.all([
        reading.objectStore('jobs').get(id),
        reading.objectStore('jobExtras').get(id),
      ])
      return joined(record, extras) ?? undefined
    },
    state: async (id) => readJobRecord(await (await database()).get('jobs', id)) ?? undefined,
    list: async () => (await all()).flatMap(({ stored }) => stored ?? []),
    unreadable: async () => (await all()).flatMap(({ id, stored }) => (stored ? [] : [id])),
    put: async (stored) => {
      const [state, extras] = splitJob(stored)
      await changeStores(await database(), stores, (writing) =>
        Promise.all([
          writing.objectStore('jobs').put(state),
          writing.objectStore('jobExtras').put(extras, state.job.id),
        ]),
      )
    },
    update: async (id, change) =>
      changeStores(await database(), ['jobs'], async (changing) => {
        const store = changing.objectStore('jobs')
        const state = readJobRecord(await store.get(id))
        const next = state && change(state)
        if (next) await store.put(next)
        return next ?? undefined
      }),
    delete: async (ids) => {
      await changeStores(await database(), stores, (deleting) =>
        Promise.all(ids.flatMap((id) => stores.map((name) => deleting.objectStore(name).delete(id)))),
      )
    },
  }
}

/** A job with its extras; null if either is unreadable. */
const joined = (record: unknown, stored: unknown): StoredJob | null => {
  const state = readJobRecord(record)
  const extras = state && readJobExtras(stored)
  return extras && { ...state, ...extras }
}

/** Whether a job is paused; meaningless after its end. */
export const isPaused = <S extends Pick<DeviceJob, 'pause'>>(
  stored: S,
): stored is S & { readonly pause: Pause } => stored.pause?.state === 'on'

/** When a job paused now would fail: 24 h after its last progress. */
export const pauseEnd = ({ job, heardAt }: JobState, now: Date): Date =>
  new Date((Date.parse(heardAt ?? job.started_at ?? '') || now.getTime()) + retention.pausedJobs.ms)

/** Whether a job was paused so long that it must fail. */
export const isOverdue = (stored: JobState, now: Date): boolean => {
  const due = dueAt(stored)
  return due !== null && due.getTime() <= now.getTime()
}

/** When a paused job must fail; null for other jobs. */
export const dueAt = (stored: JobState): Date | null => {
  if (!isPaused(stored) || isTerminal(stored.job)) return null
  return new Date(stored.pause.until)
}

/** The path of a job's result. */
export const resultPath = ({ job }: Pick<DeviceJob, 'job'>): string =>
  `results/${job.id}.${videoFormats[job.format].extension}`

/** The path of a job's matte file; undefined if it has none. */
export const mattePathOf = ({ job, hasMatte }: Pick<DeviceJob, 'job' | 'hasMatte'>): string | undefined =>
  hasMatte && `results/${job.id}-matte.${videoFormats[job.format].extension}`

/** The paths of a job's result files. */
export const resultPaths = (stored: Pick<DeviceJob, 'job' | 'hasMatte'>): readonly string[] =>
  [resultPath(stored), mattePathOf(stored)].filter((path) => path !== undefined)

/** When a job and its result are deleted: 24 h after its end; null before it (D-39). */
export const expiryOf = ({ job }: Pick<DeviceJob, 'job'>): Date | null =>
  job.completed_at === null ? null : new Date(Date.parse(job.completed_at) + retention.jobs.ms)

/** Whether a job's retention time is over (D-39). */
export const isExpired = (stored: Pick<DeviceJob, 'job'>, now: Date): boolean => {
  const expiry = expiryOf(stored)
  return expiry !== null && expiry.getTime() <= now.getTime()
}

/** Changes of jobs, published to all tabs. */
export type JobEvents = TabEvents<JobChange>

export const broadcastJobEvents = (channel = openTabChannel('clearcut-jobs')): JobEvents =>
  openTabEvents(channel, isJobChange)
