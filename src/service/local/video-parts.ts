import type { TabLock } from '#service/cross-tab.ts'
import type { FoundEdits } from '#service/on-device-edits.ts'
import type { JobEvents, JobStore } from './job-store.ts'
import type { LocalAccount } from './local-account.ts'
import type { VideoStorage } from './video-storage.ts'
import type { VideoJobWorkers, VideoTools } from './video-workers.ts'

/** What the video part of the service of this device is made of. */
export type VideoParts = {
  readonly store: JobStore
  readonly files: VideoStorage
  readonly events: JobEvents
  readonly lock: TabLock
  readonly account: LocalAccount
  readonly work: VideoJobWorkers
  readonly tools: VideoTools
  readonly now: () => Date
  /** The time by which jobs and files are deleted; see `DeletionClock`. That of `now` where absent. */
  readonly deletionTime?: () => Date
  /** Ends when a witness of that time was heard, or none is to be had soon; nothing is listed or deleted before. */
  readonly untilTimeIsSure?: Promise<unknown>
  /** The absolute address of the studio, below which `v1/…` lies; it ends with a slash. */
  readonly base: string
  /** The edits of videos, by their content; nothing is kept where absent. */
  readonly savedEdits?: FoundEdits
  /** Called before something is kept; see `openAskToKeep`. */
  readonly askToKeep?: () => void
  /** Called with faults that no job reports. */
  readonly onFault?: (cause: unknown) => void
}
