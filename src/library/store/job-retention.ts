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
  /** Fails a job that was paused too long. */
  readonly giveUp: (id: JobId) => Promise<unknown>
  /** Hashes of the files of kept items. */
  readonly itemFiles: () => Promise<ReadonlySet<string>>
  readonly now: () => Date
}

/**
 * Deletes jobs 24 h after their end, and every unneeded file (D-39). Video and mattes of a failed job stay for an hour
 * for another try, unless that would fail too. A job paused for 24 h fails.
 */
export interface JobRetention {
  /** Deletes now, and again when the next job is due. Never rejects; failed deletions are repeated. */
  sweep(): Promise<void>
  /**
   * The result of `work`. On a full disk, deletes everything that can be made again, and if that freed space calls
   * `work` once more.
   */
  withRoom<T>(work: () => Promise<T>): Promise<T>
}

/** Delay before deleting again a file that a worker had open, in milliseconds. */
const inUseMs = 3000

/** Longest timer in milliseconds, since timers stop while the device sleeps. */
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
   * Returns the number of deleted files and the milliseconds to the next sweep, null if none is due. `maxLayerBytes`:
   * see `LayerRetention`.
   */
  const sweepOnce = async (maxLayerBytes?: number): Promise<Sweep> => {
    const at = now()
    const overdue = (await store.list()).filter((stored) => isOverdue(stored, at))
    // One job that cannot be changed does not prevent deletions.
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

  /** Returns the number of deleted files. */
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

/** The files that jobs need: video, mattes and result. An unreadable job still needs its result. */
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

/** Until when a job needs its video and mattes, in milliseconds since 1970. */
const keptUntil = ({ job: { status, error, completed_at } }: StoredJob): number => {
  if (status !== 'failed') return Number.POSITIVE_INFINITY
  return error && isHopeless(error) ? 0 : Date.parse(completed_at ?? '') + retention.failedJobs.ms
}
