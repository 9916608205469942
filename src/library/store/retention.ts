import { limits } from '#contract/limits.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * What this browser keeps, for how long after it was last written or used, in milliseconds, and how much of it. What
 * the page has open is not deleted under it. Where the disk is full, what can be made again goes earlier (`withRoom`).
 */
export const retention = {
  /** Items of lists whose pages are gone, with their files and mattes. Beyond the bytes the oldest of them go. */
  items: { ms: 7 * day, maxBytes: 2_000_000_000 },
  /** Ended jobs and their results (Spec, Limits; D-39). Jobs of an item are deleted with the item too. */
  jobs: { ms: limits.video.resultHours * hour },
  /** The video and mattes of a job that failed, for another try. */
  failedJobs: { ms: hour },
  /** A paused job, which fails then. */
  pausedJobs: { ms: 24 * hour },
  /** Frames that were packed for a download. */
  packedFrames: { ms: 10 * minute },
  /** Edits, by file; beyond the number the oldest go. */
  edits: { days: 90, files: 400 },
  /**
   * Edits that were propagated to the frames of videos and that only saved edits need; beyond the bytes the oldest go.
   */
  propagatedEdits: { maxBytes: 1_000_000_000 },
  /** Entries of the activity log, with the results that a person wants kept. */
  activities: { entries: 1000 },
  /** Pairs of folders whose files are known again, and paid answers that no batch came back for. */
  batches: { pairs: 50, paidDays: 30 },
} as const
