import { createTimer } from '#base/timers.ts'
import type { JobId } from '#contract/ids.ts'
import { isTerminal } from '#contract/job.ts'
import type { TabLock } from '#service/cross-tab.ts'
import {
  dueAt,
  expiryOf,
  isExpired,
  isOverdue,
  type JobStore,
  resultPath,
  type StoredJob,
} from './job-store.ts'
import { isHopeless } from './run-job.ts'
import type { NeededPath, VideoStorage } from './video-storage.ts'

export type RetentionParts = {
  readonly store: JobStore
  readonly files: VideoStorage
  readonly lock: TabLock
  /** Ends a job that was paused for too long. */
  readonly giveUp: (id: JobId) => Promise<unknown>
  readonly now: () => Date
}

/**
 * Forgets jobs 24 h after they ended, and deletes every file that no job needs (D-39). What a failed job leaves
 * is kept for another try, which goes on from there, for an hour; where none can help, it goes at once. One that
 * was paused for 24 h fails first.
 */
export interface JobRetention {
  /** Does so now, and again when the next job is due. Never rejects: what stayed goes the next time. */
  sweep(): Promise<void>
}

/** A worker needs a moment to let go of a file it was stopped in. In milliseconds. */
const inUseMs = 3000

/** How long a failed job's video and mattes wait for another try. In milliseconds. */
const retryMs = 3_600_000

/** No timer is set for longer than this: a device that slept wakes to a late one. In milliseconds. */
const maxWaitMs = 900_000

export const openRetention = ({ store, files, lock, giveUp, now }: RetentionParts): JobRetention => {
  const timer = createTimer(() => sweep())

  /** Answers when the next sweep is due, in milliseconds; null where nothing waits for one. */
  const sweepOnce = async (): Promise<number | null> => {
    const at = now()
    const overdue = (await store.list()).filter((stored) => isOverdue(stored, at))
    // One that cannot be written to keeps nothing else from being deleted.
    const ends = await Promise.allSettled(overdue.map(({ job }) => giveUp(job.id)))
    const againAt = ends.some(({ status }) => status === 'rejected') ? at.getTime() + maxWaitMs : 0
    const jobs = await store.list()
    const expired = jobs.filter((stored) => isExpired(stored, at))
    await Promise.all(expired.map(({ job }) => store.delete(job.id)))
    const left = jobs.filter((stored) => !expired.includes(stored))
    const isClean = await files.deleteUnneeded(neededBy(left, at.getTime()))
    if (!isClean) return inUseMs
    const due = left
      .flatMap((stored) => [
        expiryOf(stored)?.getTime() ?? 0,
        dueAt(stored)?.getTime() ?? 0,
        keptUntil(stored),
      ])
      .concat(againAt)
      .filter((time) => time > at.getTime() && time < Number.POSITIVE_INFINITY)
    return due.length === 0 ? null : Math.min(...due) - at.getTime()
  }

  const sweep = async (): Promise<void> => {
    timer.stop()
    const dueMs = await lock('files', sweepOnce).catch(() => maxWaitMs)
    if (dueMs === null) timer.stop()
    else timer.start(Math.min(dueMs, maxWaitMs))
  }

  return { sweep }
}

/** A video and its mattes serve every job made from it; a result one that made it, or is making it. */
const neededBy = (jobs: readonly StoredJob[], atMs: number): ((file: NeededPath) => boolean) => {
  const hashes = new Set(jobs.filter((stored) => keptUntil(stored) > atMs).map(({ videoHash }) => videoHash))
  const results = new Set(
    jobs.filter(({ job }) => !isTerminal(job) || job.status === 'completed').map(resultPath),
  )
  return (file) => (file.kind === 'result' ? results.has(file.path) : hashes.has(file.videoHash))
}

/** Until when a job needs its video and mattes, should it stay as it is; in milliseconds since 1970. */
const keptUntil = ({ job: { status, error, completed_at } }: StoredJob): number => {
  if (status !== 'failed') return Number.POSITIVE_INFINITY
  return error && isHopeless(error) ? 0 : Date.parse(completed_at ?? '') + retryMs
}
