import type { CompositionParts } from '#contract/composition.ts'
import type { JobId } from '#contract/ids.ts'
import { isUnedited } from '#contract/image-edits.ts'
import { isTerminal, type Job } from '#contract/job.ts'
import type { LeftOut } from '#contract/left-out.ts'
import { isOnlyHere, type VideoFormat } from '#contract/output-formats.ts'
import type { TimedEdit, VideoEdits } from '#contract/video-edits.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import type { Pause } from '#library/background-service.ts'
import type { EditHistory } from '#library/history/edit-history.ts'
import { type Item, isInProgress, type Phase, type RunLocation } from '#library/items/item.ts'
import { type GroundKind, groundKind } from '#library/recipe/ground-kind.ts'
import { isOpaqueVideo, sameMattes, type VideoRecipe } from '#library/recipe/video-recipe.ts'
import { sameTrim, type Trim } from './trim-range.ts'

/** A job of a video, with the options and the part that were asked for. */
export type VideoJob = {
  readonly job: Job
  readonly options: VideoOptions
  /** What stands behind and around the subject; absent where only the options say it. */
  readonly parts?: CompositionParts
  /** The edits that its result has; absent where it has none. */
  readonly edits?: VideoEdits
  /** Its matte is a file of its own beside its result. */
  readonly hasMatte?: boolean
  readonly trim: Trim
  readonly runLocation: RunLocation
  /** Its mattes are the alpha of a service's result, and not of this device. */
  readonly isAlphaGiven?: boolean
  /**
   * What the file that a service got lacks of the video; absent where that is nothing. A job of this device stores its
   * own list.
   */
  readonly leftOut?: readonly LeftOut[]
  /** The file that was submitted: the chosen part. Null for a job of an earlier visit until it is loaded. */
  readonly source: Blob | null
  /** Absent for a job that was never paused. */
  readonly pause?: Pause
}

/** What a job is started with besides its options. */
export type StartDetails = {
  /** Credits that the account has used before; null where that is not known. */
  readonly usedCreditsBefore?: number | null
  /** Only on this device; a service is sent none. */
  readonly parts?: CompositionParts | null | undefined
  /** The matte becomes a file of its own; only on this device. */
  readonly hasMatte?: boolean
  /** Runs on this device, with the alpha of what a service made of the same part; reads that. */
  readonly alphaFrom?: () => Promise<Blob>
}

/** How much the frames of a result of this device are in doubt. */
export type RatedResult = {
  readonly jobId: JobId
  /** Stretches of frames that need a look. */
  readonly places: number
  /** 0 to 1, by the frame that is most in doubt; from a half on it needs a look. */
  readonly doubt: number
}

/** The edits of a video and the way to them. */
export type VideoEditHistory = EditHistory<TimedEdit>

/** A video of the list, with its jobs. */
export interface VideoItem extends Item {
  readonly kind: 'video'
  /** The link that it came from; null where there is none. */
  readonly url: string | null
  readonly facts: VideoFacts | null
  readonly trim: Trim
  /** The edits of the mattes of `editedFile`. */
  readonly edits: VideoEditHistory
  /** Newest first. */
  readonly jobs: readonly VideoJob[]
  /** The part is being cut and submitted. */
  readonly isStarting: boolean
  /** Where the start runs, or a failed one ran; null before the first. */
  readonly startsOn: RunLocation | null
  /** The last submission ended without an answer, so the service may have accepted and charged it (D-53). */
  readonly isOutcomeUnknown: boolean
  /** Credits that the account had used before that submission; null where that was not known. */
  readonly usedCreditsBefore: number | null
  /** The newest job was cancelled on this page. */
  readonly isStopped: boolean
  /** The whole video is shown to choose another part, although there is a result. */
  readonly isEditing: boolean
  /** Its file is kept with it, and not with the job that brought it. */
  readonly isFileOwn: boolean
  /** Its results have expired. */
  readonly isExpired: boolean
  /** Its newest result that was rated; null before there is one. */
  readonly rated: RatedResult | null
  readonly recipe: VideoRecipe
}

/**
 * Whether an item of the list is a video. Its `error` is an error of probing or submitting; a job has an error of its
 * own.
 */
export const isVideo = (item: Item): item is VideoItem => item.kind === 'video'

/** The error code of a job that was cancelled, here or in another tab. */
export const cancelledCode = 'cancelled'

/**
 * The phase of a video, from what is known of its file and its jobs. What is done stays done, whatever else was to be
 * made of it.
 */
export const phaseOf = (item: VideoItem): Phase => {
  const phase = phaseOfWork(item)
  const hasResult = resultsOf(item).length > 0
  // A service goes on with what was stopped here.
  const isOver = phase === 'failed' || (phase === 'stopped' && item.jobs[0]?.runLocation === 'device')
  return isOver && hasResult ? 'done' : phase
}

const phaseOfWork = (item: VideoItem): Phase => {
  if (item.isStarting) return 'starting'
  const [newest] = item.jobs
  if (newest && !item.error) {
    if ((item.isStopped && newest.job.status !== 'completed') || isCancelled(newest)) return 'stopped'
    const processing = pausedPhases[newest.pause?.state ?? 'over']
    const phases = { queued: 'waiting', processing, completed: 'done', failed: 'failed' } as const
    return phases[newest.job.status]
  }
  if (item.error) return item.facts || newest ? 'failed' : 'unreadable'
  if (item.isExpired && !item.file) return 'expired'
  if (item.isStopped) return 'stopped'
  return item.facts ? 'ready' : 'reading'
}

const isCancelled = ({ job }: VideoJob): boolean => job.error?.code === cancelledCode

/** Why the last work on a video failed, and its job; the job is null where none was begun. */
export type WorkFailure = {
  readonly error: NonNullable<VideoItem['error'] | Job['error']>
  readonly made: VideoJob | null
}

/** Why the last work on a video failed; null where it did not. */
export const failureOf = (item: VideoItem): WorkFailure | null => {
  if (item.error) return { error: item.error, made: null }
  const [made] = item.jobs
  const error = made?.job.error
  return made && error && !item.isStarting && !isCancelled(made) ? { error, made } : null
}

/** The phase of a job that is `processing`, by the state of its pause. */
const pausedPhases = { on: 'paused', ending: 'waiting', over: 'working' } as const

/** Whether the page shows the whole video to choose a part of it, and not a result. */
export const isChoosingPart = (item: VideoItem): boolean => {
  const phase = phaseOf(item)
  if (isInProgress(phase)) return false
  return item.isEditing || !resultsOf(item)[0]
}

/** Where the next job runs: here, whatever was chosen, where only this device writes the format. */
export const nextRunLocation = (chosen: RunLocation, format: VideoFormat): RunLocation =>
  isOnlyHere(format) ? 'device' : chosen

/** Where the current work runs: the job that is being started, or else the newest one. */
export const currentRunLocation = (item: VideoItem): RunLocation =>
  item.isStarting || item.error
    ? (item.startsOn ?? item.runLocation)
    : (item.jobs[0]?.runLocation ?? item.runLocation)

/** The file that the edits belong to: the part that the newest result was made of, or all of it. */
export const editedFile = (item: VideoItem): Blob | null => {
  const [newest] = resultsOf(item)
  return newest ? newest.source : item.file
}

/** The part of the video that the edits belong to; null for all of it. */
export const editedPart = (item: VideoItem): Trim => resultsOf(item)[0]?.trim ?? null

/**
 * The edits that the next result on this device has; undefined where there are none. They have times of the file that
 * they were made on, so that another part of the video has none of them.
 */
export const wantedEdits = (item: VideoItem): VideoEdits | undefined => {
  const { present } = item.edits
  return isUnedited(present) || !sameTrim(editedPart(item), item.trim) ? undefined : present
}

/** Whether frames of its result can be edited: it was made on this device, and its file is here. */
export const canEditFrames = (item: VideoItem): boolean => {
  const [newest] = resultsOf(item)
  return (
    newest?.runLocation === 'device' &&
    newest.source !== null &&
    !isChoosingPart(item) &&
    !isInProgress(phaseOf(item))
  )
}

/** Whether a result of a service is transparent around its subject, and its video is here. */
export const hasUsableAlpha = ({ runLocation, options, source }: VideoJob): boolean =>
  runLocation === 'service' && source !== null && !isOpaqueVideo(options)

/** What stands behind the subject of a result. */
export const groundOf = ({ options, parts }: Pick<VideoJob, 'options' | 'parts'>): GroundKind =>
  groundKind(isOpaqueVideo(options), parts?.composition)

/** Whether a job of this device finds its mattes made by an earlier result. */
export const findsMattes = (
  item: VideoItem,
  { job, options, trim, isAlphaGiven = false }: VideoJob,
): boolean =>
  resultsOf(item).some(
    (other) =>
      other.job.id !== job.id &&
      other.runLocation === 'device' &&
      (other.isAlphaGiven ?? false) === isAlphaGiven &&
      sameMattes(other.options, options) &&
      sameTrim(other.trim, trim),
  )

/** Whether the active job only composes frames: their mattes are made, or come from a service. */
export const isOnlyComposing = (item: VideoItem): boolean => {
  const active = activeJob(item)
  return active?.runLocation === 'device' && (active.isAlphaGiven || findsMattes(item, active))
}

/** Whether two results have the same edits. */
export const sameEdits = (a: VideoEdits | undefined, b: VideoEdits | undefined): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b)

/** The completed jobs, newest first. */
export const resultsOf = ({ jobs }: VideoItem): readonly VideoJob[] =>
  jobs.filter(({ job }) => job.status === 'completed')

/** The job that waits or is worked on; null where there is none. */
export const activeJob = ({ jobs }: VideoItem): VideoJob | null =>
  jobs.find(({ job }) => !isTerminal(job)) ?? null

/** Whether a paused video keeps this one waiting: jobs older than the pause wait, later ones do not. */
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

/** The job that is paused or can be; null where there is none. Only jobs of this device can be paused. */
export const pausableJob = (item: VideoItem | null): VideoJob | null => {
  const open = !item || item.isStarting || item.isStopped ? null : activeJob(item)
  return open?.runLocation === 'device' && open.job.status === 'processing' ? open : null
}
