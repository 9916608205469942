import { createTimer } from '#base/timers.ts'
import type { JobId } from '#contract/ids.ts'
import { isTerminal } from '#contract/job.ts'
import type { TabLock } from './cross-tab.ts'
import { isHopeless } from './job-faults.ts'
import { dueAt, expiryOf, isExpired, isOverdue, type JobStore, resultPaths } from './job-store.ts'
import type { LayerRetention } from './layer-retention.ts'
import { retention } from './retention.ts'
import type { StoredJob } from './stored-job.ts'
import { isFull, mattesPath, type NeededPath, type VideoStorage } from './video-storage.ts'

type RetentionParts = {
  readonly store: JobStore
  readonly files: VideoStorage
  readonly lock: TabLock
  readonly layers: Pick<LayerRetention, 'sweep'>
  /** Ends a job that was paused for too long as failed. */
  readonly giveUp: (id: JobId) => Promise<unknown>
  /** The hashes of the files that kept items have. */
  readonly itemFiles: () => Promise<ReadonlySet<string>>
  readonly now: () => Date
}

/**
 * Deletes jobs 24 h after they ended, and every file that no job needs (D-39). The video and mattes of a failed job
 * stay for an hour, so that another try continues from them, unless another try would fail too. A job that was paused
 * for 24 h fails.
 */
export interface JobRetention {
  /**
   * Deletes now, and again when the next job is due. Never rejects: what could not be deleted waits for the next time.
   */
  sweep(): Promise<void>
  /**
   * The result of `work`. On a full disk, deletes all that can be made again, and if that made room calls `work` once
   * more.
   */
  withRoom<T>(work: () => Promise<T>): Promise<T>
}

/** How soon a file is tried again that a worker still had open, in milliseconds. */
const inUseMs = 3000

/** The longest timer in milliseconds, since a timer does not run while the device sleeps. */
const maxWaitMs = 900_000

export const openRetention = ({
  store,
  files,
  lock,
  layers,
  giveUp,
  itemFiles,
  now,
}: RetentionParts): JobRetention => {
  const timer = createTimer(() => sweep())

  /**
   * Returns how many files it deleted, and the milliseconds until the next sweep; null where no job waits for one.
   * `maxLayerBytes` as in `LayerRetention`.
   */
  const sweepOnce = async (maxLayerBytes?: number): Promise<Sweep> => {
    const at = now()
    const overdue = (await store.list()).filter((stored) => isOverdue(stored, at))
    // A job that cannot be changed does not stop the others from being deleted.
    const ends = await Promise.allSettled(overdue.map(({ job }) => giveUp(job.id)))
    const againAt = ends.some(({ status }) => status === 'rejected') ? at.getTime() + maxWaitMs : 0
    const jobs = await store.list()
    const expired = jobs.filter((stored) => isExpired(stored, at))
    await store.delete(expired.map(({ job }) => job.id))
    const left = jobs.filter((stored) => !expired.includes(stored))
    const swept = [
      await files.deleteUnneeded(
        neededBy(left, { unreadable: await store.unreadable(), ofItems: await itemFiles() }, at.getTime()),
      ),
      await layers.sweep(left, maxLayerBytes),
    ]
    const deleted = swept.reduce((sum, each) => sum + each.deleted, 0)
    if (!swept.every(({ isClean }) => isClean)) return { deleted, dueMs: inUseMs }
    const due = left
      .flatMap((stored) => [
        expiryOf(stored)?.getTime() ?? 0,
        dueAt(stored)?.getTime() ?? 0,
        keptUntil(stored),
      ])
      .concat(againAt)
      .filter((time) => time > at.getTime() && time < Number.POSITIVE_INFINITY)
    return { deleted, dueMs: due.length === 0 ? null : Math.min(...due) - at.getTime() }
  }

  /** Returns how many files it deleted. */
  const sweep = async (maxLayerBytes?: number): Promise<number> => {
    timer.stop()
    const failed: Sweep = { deleted: 0, dueMs: maxWaitMs }
    const { deleted, dueMs } = await lock('files', () => sweepOnce(maxLayerBytes)).catch(() => failed)
    if (dueMs === null) timer.stop()
    else timer.start(Math.min(dueMs, maxWaitMs))
    return deleted
  }

  return {
    sweep: async () => void (await sweep()),
    withRoom: async (work) => {
      try {
        return await work()
      } catch (thrown) {
        if (!isFull(thrown) || (await sweep(0)) === 0) throw thrown
        return work()
      }
    },
  }
}

type Sweep = { readonly deleted: number; readonly dueMs: number | null }

/**
 * Which files are needed: by each job its video, mattes and result. A job that cannot be read still needs its result.
 */
const neededBy = (
  jobs: readonly StoredJob[],
  { unreadable, ofItems }: { readonly unreadable: readonly JobId[]; readonly ofItems: ReadonlySet<string> },
  atMs: number,
): ((file: NeededPath) => boolean) => {
  const kept = jobs.filter((stored) => keptUntil(stored) > atMs)
  const files = new Set(
    kept.flatMap(({ videoHash, fileHash = videoHash, alphaHash = fileHash }) => [fileHash, alphaHash]),
  )
  const videos = new Set(kept.map(({ videoHash }) => videoHash))
  const mattes = new Set(kept.map(mattesPath))
  const results = new Set(
    jobs.filter(({ job }) => !isTerminal(job) || job.status === 'completed').flatMap(resultPaths),
  )
  return (file) => {
    if (file.kind === 'file') return files.has(file.hash) || ofItems.has(file.hash)
    if (file.kind === 'tracks') return videos.has(file.videoHash)
    if (file.kind === 'mattes') return mattes.has(file.path)
    return results.has(file.path) || unreadable.some((id) => file.path.startsWith(`results/${id}`))
  }
}

/** Until when a job in its present state needs its video and mattes, in milliseconds since 1970. */
const keptUntil = ({ job: { status, error, completed_at } }: StoredJob): number => {
  if (status !== 'failed') return Number.POSITIVE_INFINITY
  return error && isHopeless(error) ? 0 : Date.parse(completed_at ?? '') + retention.failedJobs.ms
}
