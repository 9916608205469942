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

/** A job of a video, with the requested options and part. */
export type VideoJob = {
  readonly job: Job
  readonly options: VideoOptions
  /** Composition; absent if the options describe everything. */
  readonly parts?: CompositionParts
  /** Edits of its result. */
  readonly edits?: VideoEdits
  /** Whether its matte is a separate file. */
  readonly hasMatte?: boolean
  readonly trim: Trim
  readonly runLocation: RunLocation
  /** Whether its mattes are the alpha of a service's result. */
  readonly isAlphaGiven?: boolean
  /** What the file sent to a service lacks of the video. Jobs of this device store their own list. */
  readonly leftOut?: readonly LeftOut[]
  /** The submitted file: the chosen part. Null for a job of an earlier visit until loaded. */
  readonly source: Blob | null
  /** Absent if it was never paused. */
  readonly pause?: Pause
}

/** Details of a job's start besides its options. */
export type StartDetails = {
  /** Credits that the account used before; null if unknown. */
  readonly usedCreditsBefore?: number | null
  /** Composition, on this device only. */
  readonly parts?: CompositionParts | null | undefined
  /** Whether to write a separate matte, on this device only. */
  readonly hasMatte?: boolean
  /** Reads a service's result of the same part, whose alpha a job on this device uses. */
  readonly alphaFrom?: () => Promise<Blob>
}

/** How doubtful the frames of this device's result are. */
export type RatedResult = {
  readonly jobId: JobId
  /** Number of stretches of frames that need a look. */
  readonly places: number
  /** Doubt of the worst frame, 0 to 1; from 0.5 it needs a look. */
  readonly doubt: number
}

/** The edits of a video, with their undo history. */
export type VideoEditHistory = EditHistory<TimedEdit>

/** A video of the list, with its jobs. */
export interface VideoItem extends Item {
  readonly kind: 'video'
  /** The link of its file; null if there is none. */
  readonly url: string | null
  readonly facts: VideoFacts | null
  readonly trim: Trim
  /** The edits of the mattes of `editedFile`. */
  readonly edits: VideoEditHistory
  /** Newest first. */
  readonly jobs: readonly VideoJob[]
  /** Whether the part is being cut and submitted. */
  readonly isStarting: boolean
  /** Where the start runs, or the failed one ran; null before the first. */
  readonly startsOn: RunLocation | null
  /** Whether the last submission had no answer: the service may have accepted and charged it (D-53). */
  readonly isOutcomeUnknown: boolean
  /** Credits used by the account before that submission; null if unknown. */
  readonly usedCreditsBefore: number | null
  /** Whether the newest job was cancelled on this page. */
  readonly isStopped: boolean
  /** Whether the whole video is shown to choose another part, although a result exists. */
  readonly isEditing: boolean
  /** Whether the file is kept with the item instead of with its job. */
  readonly isFileOwn: boolean
  /** Whether its results have expired. */
  readonly isExpired: boolean
  /** The newest rated result; null if there is none. */
  readonly rated: RatedResult | null
  readonly recipe: VideoRecipe
}

/** Whether an item is a video. Its `error` is one of probing or submitting; jobs have their own. */
export const isVideo = (item: Item): item is VideoItem => item.kind === 'video'

/** The error code of a cancelled job, in any tab. */
export const cancelledCode = 'cancelled'

/** The phase of a video, from its file and jobs. A video with a result stays `done` if later work fails. */
export const phaseOf = (item: VideoItem): Phase => {
  const phase = phaseOfWork(item)
  const hasResult = resultsOf(item).length > 0
  // A service continues a job that was stopped here.
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

/** Why the last work on a video failed, and its job; null if none was begun. */
export type WorkFailure = {
  readonly error: NonNullable<VideoItem['error'] | Job['error']>
  readonly made: VideoJob | null
}

/** Why the last work on a video failed; null if it did not. */
export const failureOf = (item: VideoItem): WorkFailure | null => {
  if (item.error) return { error: item.error, made: null }
  const [made] = item.jobs
  const error = made?.job.error
  return made && error && !item.isStarting && !isCancelled(made) ? { error, made } : null
}

/** The phase of a `processing` job, by its pause. */
const pausedPhases = { on: 'paused', ending: 'waiting', over: 'working' } as const

/** Whether the page shows the whole video to choose a part, instead of a result. */
export const isChoosingPart = (item: VideoItem): boolean => {
  const phase = phaseOf(item)
  if (isInProgress(phase)) return false
  return item.isEditing || !resultsOf(item)[0]
}

/** Where the next job runs: on this device if only it writes the format, else as chosen. */
export const nextRunLocation = (chosen: RunLocation, format: VideoFormat): RunLocation =>
  isOnlyHere(format) ? 'device' : chosen

/** Where the current work runs: that of the starting job, else of the newest. */
export const currentRunLocation = (item: VideoItem): RunLocation =>
  item.isStarting || item.error
    ? (item.startsOn ?? item.runLocation)
    : (item.jobs[0]?.runLocation ?? item.runLocation)

/** The edited file: the part of the newest result, or the whole file. */
export const editedFile = (item: VideoItem): Blob | null => {
  const [newest] = resultsOf(item)
  return newest ? newest.source : item.file
}

/** The edited part of the video; null for all of it. */
export const editedPart = (item: VideoItem): Trim => resultsOf(item)[0]?.trim ?? null

/**
 * The edits of the next result on this device; undefined if there are none. Their times refer to the edited part, so
 * another part has none.
 */
export const wantedEdits = (item: VideoItem): VideoEdits | undefined => {
  const { present } = item.edits
  return isUnedited(present) || !sameTrim(editedPart(item), item.trim) ? undefined : present
}

/** Whether frames of the result can be edited: this device made it, and has its file. */
export const canEditFrames = (item: VideoItem): boolean => {
  const [newest] = resultsOf(item)
  return (
    newest?.runLocation === 'device' &&
    newest.source !== null &&
    !isChoosingPart(item) &&
    !isInProgress(phaseOf(item))
  )
}

/** Whether a service's result is transparent and its video is here. */
export const hasUsableAlpha = ({ runLocation, options, source }: VideoJob): boolean =>
  runLocation === 'service' && source !== null && !isOpaqueVideo(options)

/** The background of a result. */
export const groundOf = ({ options, parts }: Pick<VideoJob, 'options' | 'parts'>): GroundKind =>
  groundKind(isOpaqueVideo(options), parts?.composition)

/** Whether a job of this device reuses the mattes of an earlier result. */
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

/** Whether the active job only composes frames: its mattes exist, or come from a service. */
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

/** The waiting or running job; null if there is none. */
export const activeJob = ({ jobs }: VideoItem): VideoJob | null =>
  jobs.find(({ job }) => !isTerminal(job)) ?? null

/** Whether a paused video blocks this one: jobs queued before the pause wait, later ones do not. */
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

/** The job that is paused or can be; null if there is none. Only this device's jobs can be paused. */
export const pausableJob = (item: VideoItem | null): VideoJob | null => {
  const open = !item || item.isStarting || item.isStopped ? null : activeJob(item)
  return open?.runLocation === 'device' && open.job.status === 'processing' ? open : null
}
