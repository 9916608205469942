import { isTerminal, type Job } from '#contract/job.ts'
import type { Progress } from '#contract/progress.ts'
import type { ServiceError } from '#contract/service-error.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import type { Pause } from '#service/background-service.ts'
import type { Trim } from '#studio/features/video/trim/trim-range.ts'
import type { RunLocation } from '#studio/sending/run-location.tsx'
import type { Throughput } from './throughput.ts'

/** A video as it came in. `name` has the extension it came with. */
export type IncomingVideo = {
  readonly id: string
  readonly file: Blob
  readonly name: string
  readonly url: string | null
}

/** What was asked of a video, and how far it is. */
export type VideoJob = {
  readonly job: Job
  readonly options: VideoOptions
  readonly trim: Trim
  readonly runLocation: RunLocation
  /** What was sent: the part that was chosen. Null for an earlier visit's job until it is asked for. */
  readonly source: Blob | null
  /** Absent where it was never paused. */
  readonly pause?: Pause
}

export type VideoItem = {
  readonly id: string
  readonly name: string
  /** Null for a job of an earlier visit until it is asked for. */
  readonly file: Blob | null
  readonly url: string | null
  readonly facts: VideoFacts | null
  readonly trim: Trim
  /** Where it runs when it is started next. */
  readonly runLocation: RunLocation
  /** Newest first. */
  readonly jobs: readonly VideoJob[]
  /** The part is being cut out and handed over. */
  readonly isStarting: boolean
  /** The last submission ended without an answer: the service may have accepted and charged it (D-53). */
  readonly isOutcomeUnknown: boolean
  /** Credits that the account had used before that; null where that was not known. */
  readonly usedCreditsBefore: number | null
  /** The newest job was stopped by hand. */
  readonly isStopped: boolean
  /** The whole video is looked at to choose another part, though there is a result. */
  readonly isEditing: boolean
  /** Begun on an earlier visit. */
  readonly isRestored: boolean
  /** Its results were kept for their time and are gone. */
  readonly isExpired: boolean
  /** Of the newest job, or of sending it. */
  readonly progress: Progress | null
  readonly throughput: Throughput | null
  /** What went wrong before there was a job. */
  readonly fault: ServiceError | null
}

/** Where a video stands; what the page shows follows from it. */
export type VideoPhase =
  | 'reading'
  | 'unreadable'
  | 'ready'
  | 'starting'
  | 'waiting'
  | 'working'
  | 'paused'
  | 'done'
  | 'failed'
  | 'stopped'
  | 'expired'

/** How a job ends that somebody stopped, here or in another tab. */
export const cancelledCode = 'cancelled'

export const phaseOf = (item: VideoItem): VideoPhase => {
  if (item.isStarting) return 'starting'
  const [newest] = item.jobs
  if (newest && !item.fault) {
    const isCancelled = newest.job.error?.code === cancelledCode
    if ((item.isStopped && newest.job.status !== 'completed') || isCancelled) return 'stopped'
    const processing = pausedPhases[newest.pause?.state ?? 'over']
    const phases = { queued: 'waiting', processing, completed: 'done', failed: 'failed' } as const
    return phases[newest.job.status]
  }
  if (item.fault) return item.facts || newest ? 'failed' : 'unreadable'
  if (item.isExpired && !item.file) return 'expired'
  if (item.isStopped) return 'stopped'
  return item.facts ? 'ready' : 'reading'
}

/** Of a job that has begun. */
const pausedPhases = { on: 'paused', ending: 'waiting', over: 'working' } as const

/** Its job is not over, though it may be paused. */
export const isInProgress = (phase: VideoPhase): boolean =>
  phase === 'starting' || phase === 'waiting' || phase === 'working' || phase === 'paused'

/** What is being worked on, or will be next; null where nothing is, or all that waits is held by a pause. */
export const activeVideo = (items: readonly VideoItem[]): VideoItem | null => {
  const first = (...phases: readonly VideoPhase[]) =>
    items.find((item) => phases.includes(phaseOf(item))) ?? null
  return first('starting', 'working') ?? (first('paused') ? null : first('waiting'))
}

/** Whether the page shows the whole video, to choose a part of it, and not what was made of it. */
export const isChoosingPart = (item: VideoItem): boolean => {
  const phase = phaseOf(item)
  if (isInProgress(phase)) return false
  return item.isEditing || !resultsOf(item)[0]
}

/** Where the work of the moment runs: that of the newest job, or of what is being started. */
export const currentRunLocation = (item: VideoItem): RunLocation =>
  item.isStarting || item.fault ? item.runLocation : (item.jobs[0]?.runLocation ?? item.runLocation)

/** The results that can be saved, newest first. */
export const resultsOf = ({ jobs }: VideoItem): readonly VideoJob[] =>
  jobs.filter(({ job }) => job.status === 'completed')

/** The job that is being worked on or waits for it; null where there is none. */
export const activeJob = ({ jobs }: VideoItem): VideoJob | null =>
  jobs.find(({ job }) => !isTerminal(job)) ?? null

/** Whether a paused video holds it back: what was in the queue by then waits on, what was sent later does not. */
export const isBlockedByPause = (item: VideoItem, items: readonly VideoItem[]): boolean => {
  const open = activeJob(item)
  return (
    open?.runLocation === 'device' &&
    open.job.status === 'queued' &&
    items.some((other) => {
      const pause = pausableJob(other)?.pause
      return pause?.state === 'on' && open.job.created_at <= pause.at
    })
  )
}

/** The job that can be paused, or is; null where there is none. Only this device's own work can be. */
export const pausableJob = (item: VideoItem | null): VideoJob | null => {
  const open = !item || item.isStarting || item.isStopped ? null : activeJob(item)
  return open?.runLocation === 'device' && open.job.status === 'processing' ? open : null
}
