import { isTerminal } from '#contract/job.ts'
import { expiryOf, isExpired, type JobStore, resultPath, type StoredJob } from './job-store.ts'
import type { TabLock } from './tab-locks.ts'
import type { NeededPath, VideoFiles } from './video-files.ts'

export type RetentionParts = {
  readonly store: JobStore
  readonly files: VideoFiles
  readonly lock: TabLock
  readonly now: () => Date
}

/** Forgets jobs 24 h after they ended, and deletes every file that no job needs (D-39). */
export interface JobRetention {
  /** Does so now, and again when the next job is due. Never rejects: what stayed goes the next time. */
  sweep(): Promise<void>
}

/** A worker needs a moment to let go of a file it was stopped in. In milliseconds. */
const inUseMs = 3000

/** No timer is set for longer than this: a device that slept wakes to a late one. In milliseconds. */
const longestWaitMs = 900_000

export const openRetention = ({ store, files, lock, now }: RetentionParts): JobRetention => {
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Answers when the next sweep is due, in milliseconds; null where nothing waits for one. */
  const sweepOnce = async (): Promise<number | null> => {
    const jobs = await store.list()
    const at = now()
    const expired = jobs.filter((stored) => isExpired(stored, at))
    await Promise.all(expired.map(({ job }) => store.delete(job.id)))
    const left = jobs.filter((stored) => !expired.includes(stored))
    const isClean = await files.deleteUnneeded(neededBy(left))
    if (!isClean) return inUseMs
    const due = left.map((stored) => expiryOf(stored)).filter((expiry) => expiry !== null)
    if (due.length === 0) return null
    return Math.max(0, Math.min(...due.map((expiry) => expiry.getTime() - at.getTime())))
  }

  const sweep = async (): Promise<void> => {
    clearTimeout(timer)
    const dueMs = await lock('files', sweepOnce).catch(() => longestWaitMs)
    clearTimeout(timer)
    if (dueMs === null) return
    timer = setTimeout(() => void sweep(), Math.min(dueMs, longestWaitMs))
    // Node only: no process stays for it.
    if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.()
  }

  return { sweep }
}

/** A video and its mattes serve every job made from it; a result one that made it, or is making it. */
const neededBy = (jobs: readonly StoredJob[]): ((file: NeededPath) => boolean) => {
  const tracks = new Set(jobs.map(({ track }) => track))
  const results = new Set(
    jobs.filter(({ job }) => !isTerminal(job) || job.status === 'completed').map(resultPath),
  )
  return (file) => (file.kind === 'result' ? results.has(file.path) : tracks.has(file.track))
}
