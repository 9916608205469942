import { limits } from '#contract/limits.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * How long data is kept after its last write or use, in milliseconds, and how much. Data in use is not deleted. On a
 * full disk, what can be made again is deleted earlier (`withRoom`).
 */
export const retention = {
  /** Items of closed pages, with files and mattes; beyond the bytes, the oldest are deleted. */
  items: { ms: 7 * day, maxBytes: 2_000_000_000 },
  /** Ended jobs with results (Spec, Limits; D-39). An item's jobs are also deleted with it. */
  jobs: { ms: limits.video.resultHours * hour },
  /** Video and mattes of a failed job, for another try. */
  failedJobs: { ms: hour },
  /** A paused job, which then fails. */
  pausedJobs: { ms: 24 * hour },
  /** Packed frames for a download. */
  packedFrames: { ms: 10 * minute },
  /** Edits, by file; beyond the number, the oldest are deleted. */
  edits: { days: 90, files: 400 },
  /** Propagated edits that only saved edits need; beyond the bytes, the oldest are deleted. */
  propagatedEdits: { maxBytes: 1_000_000_000 },
  /** Entries of the activity log, with kept results. */
  activities: { entries: 1000 },
  /** Pairs of folders with recorded files, and unused paid answers. */
  batches: { pairs: 50, paidDays: 30 },
} as const
