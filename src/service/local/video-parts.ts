import type { FoundEdits } from '#library/on-device-edits.ts'
import type { TabLock } from '#library/store/cross-tab.ts'
import type { JobEvents, JobStore } from '#library/store/job-store.ts'
import type { LocalAccount } from '#library/store/local-account.ts'
import type { VideoStorage } from '#library/store/video-storage.ts'
import type { JobWorkers } from '#library/work/run-job.ts'
import type { JobCalls, WorkerCalls } from '#library/workers/worker-calls.ts'

/** The functions of the workers that the video part needs beside those that make jobs. */
export type VideoTools = Pick<
  WorkerCalls,
  keyof JobCalls | 'probeVideo' | 'hashVideo' | 'matteKey' | 'editFrame' | 'propagateEdits' | 'packFrames'
>

/** What the video part of the service of this device is made of. */
export type VideoParts = {
  readonly store: JobStore
  readonly files: VideoStorage
  readonly events: JobEvents
  readonly lock: TabLock
  /** The hashes of the files that kept items have. */
  readonly itemFiles: () => Promise<ReadonlySet<string>>
  /** The name of the list of items of this page. */
  readonly ownList: () => Promise<string>
  readonly account: LocalAccount
  /** What makes jobs. */
  readonly work: JobWorkers
  /** What may be asked about videos while a job runs. */
  readonly tools: VideoTools
  readonly now: () => Date
  /** The absolute address of the studio, below which `v1/…` lies; it ends with a slash. */
  readonly base: string
  /** The edits of videos, by their content; nothing is kept where absent. */
  readonly savedEdits?: FoundEdits
  /** Called before something is kept; see `openAskToKeep`. */
  readonly askToKeep?: () => void
  /** Called with faults that no job reports. */
  readonly onFault?: (cause: unknown) => void
}
