import type { FoundEdits } from '#library/on-device-edits.ts'
import type { TabLock } from '#library/store/cross-tab.ts'
import type { JobEvents, JobStore } from '#library/store/job-store.ts'
import type { LocalAccount } from '#library/store/local-account.ts'
import type { VideoStorage } from '#library/store/video-storage.ts'
import type { JobWorkers } from '#library/work/run-job.ts'
import type { JobCalls, WorkerCalls } from '#library/workers/worker-calls.ts'

/** Worker functions for videos, other than those that make jobs. */
export type VideoTools = Pick<
  WorkerCalls,
  keyof JobCalls | 'probeVideo' | 'hashVideo' | 'matteKey' | 'editFrame' | 'propagateEdits' | 'packFrames'
>

/** The parts of the video service. */
export type VideoParts = {
  readonly store: JobStore
  readonly files: VideoStorage
  readonly events: JobEvents
  readonly lock: TabLock
  /** Hashes of the files of kept items. */
  readonly itemFiles: () => Promise<ReadonlySet<string>>
  /** The name of this page's list. */
  readonly ownList: () => Promise<string>
  readonly account: LocalAccount
  /** The workers that make jobs. */
  readonly work: JobWorkers
  /** Functions that can be called while a job runs. */
  readonly tools: VideoTools
  readonly now: () => Date
  /** Absolute address of the studio, parent of `v1/…`, with trailing slash. */
  readonly base: string
  /** The edits of videos, by content; absent: not kept. */
  readonly savedEdits?: FoundEdits
  /** Called before something is kept; see `openAskToKeep`. */
  readonly askToKeep?: () => void
  /** Called with faults that no job reports. */
  readonly onFault?: (cause: unknown) => void
}
