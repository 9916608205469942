import type { Job } from '#contract/job.ts'
import type { Progress } from '#contract/progress.ts'
import { mayBeAccepted, type ServiceError } from '#contract/service-error.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { Pause } from '#library/background-service.ts'
import { emptyHistory } from '#library/history/edit-history.ts'
import type { RunLocation } from '#library/items/item.ts'
import { isInProgress } from '#library/items/item.ts'
import type { VideoRecipe } from '#library/recipe/video-recipe.ts'
import { fileSizeOf, initialTrim, sameTrim, type Trim } from './trim-range.ts'
import {
  activeJob,
  editedPart,
  phaseOf,
  type RatedResult,
  type VideoEditHistory,
  type VideoItem,
  type VideoJob,
} from './video-item.ts'

/** An event of a video; `advanceVideo` applies it. */
export type VideoEvent =
  | { readonly type: 'locationChosen'; readonly runLocation: RunLocation }
  | { readonly type: 'sending'; readonly progress: Progress }
  /** The file of a job was loaded. */
  | { readonly type: 'sourced'; readonly jobId: string; readonly file: Blob }
  | { readonly type: 'probed'; readonly facts: VideoFacts }
  | { readonly type: 'failed'; readonly error: ServiceError }
  | { readonly type: 'trimmed'; readonly trim: Trim }
  | { readonly type: 'edited'; readonly isEditing: boolean }
  | { readonly type: 'matteEdited'; readonly edits: VideoEditHistory }
  | {
      readonly type: 'starting'
      readonly runLocation: RunLocation
      readonly usedCreditsBefore: number | null
    }
  | { readonly type: 'stopped' }
  | { readonly type: 'submitted'; readonly job: VideoJob }
  | {
      readonly type: 'jobChanged'
      readonly job: Job
      readonly progress?: Progress | undefined
      readonly pause?: Pause | undefined
    }
  | { readonly type: 'rated'; readonly rated: RatedResult }
  /** The service no longer has a job. */
  | { readonly type: 'expired'; readonly jobId: string }

/**
 * A video after an event. Every change of a video goes through this function. Edits leave the item when its newest
 * result becomes one of another part, since their times refer to theirs; they stay stored.
 */
export const advanceVideo = (item: VideoItem, event: VideoEvent): VideoItem => {
  const change = changeBy(item, event)
  if (!change) return item
  const after = { ...item, ...change }
  return sameTrim(editedPart(item), editedPart(after)) ? after : { ...after, edits: emptyHistory }
}

/** The changes by an event; null if there are none. */
function changeBy(item: VideoItem, event: VideoEvent): Partial<VideoItem> | null {
  const { isStarting, startsOn, jobs } = item
  switch (event.type) {
    case 'sourced': {
      const part = jobs.find(({ job }) => job.id === event.jobId)?.trim ?? null
      return {
        file: item.file ?? event.file,
        jobs: jobs.map((made) =>
          sameTrim(made.trim, part) ? { ...made, source: made.source ?? event.file } : made,
        ),
      }
    }
    case 'probed':
      return {
        facts: event.facts,
        error: null,
        isStopped: item.isStopped && jobs.length > 0,
        // A file submitted whole is within the limits.
        trim:
          item.trim ??
          (jobs.some(({ trim }) => trim === null) ? null : initialTrim(event.facts, fileSizeOf(item))),
      }
    case 'failed':
      return {
        error: event.error,
        isStarting: false,
        isLookedAt: false,
        progress: null,
        isOutcomeUnknown: isStarting && startsOn === 'service' && mayBeAccepted(event.error),
      }
    case 'locationChosen':
      return isInProgress(phaseOf(item)) || item.runLocation === event.runLocation
        ? null
        : { runLocation: event.runLocation, startsOn: null, error: null }
    case 'sending':
      return isStarting ? { progress: event.progress } : null
    case 'trimmed':
      return sameTrim(item.trim, event.trim) ? null : { trim: event.trim }
    case 'edited':
      return { isEditing: event.isEditing }
    case 'matteEdited':
      return { edits: event.edits }
    case 'starting':
      return {
        isStarting: true,
        startsOn: event.runLocation,
        usedCreditsBefore: event.usedCreditsBefore,
        isStopped: false,
        isEditing: false,
        isExpired: false,
        error: null,
        progress: null,
      }
    case 'submitted':
      return {
        isStarting: false,
        isStopped: false,
        isOutcomeUnknown: false,
        usedCreditsBefore: null,
        progress: null,
        jobs: [event.job, ...jobs.filter(({ job }) => job.id !== event.job.job.id)],
      }
    case 'stopped':
      return {
        isStarting: false,
        isStopped: true,
        // After the upload began, only the service knows whether all bytes arrived.
        isOutcomeUnknown: isStarting && startsOn === 'service' && item.progress?.step === 'send',
        progress: null,
      }
    case 'jobChanged':
      return jobChange(item, event)
    case 'rated': {
      const { rated } = item
      // Another file of the same mattes needs no new look.
      const isAlike = rated?.places === event.rated.places && rated.doubt === event.rated.doubt
      return { rated: event.rated, ...(rated && !isAlike && { isLookedAt: false }) }
    }
    case 'expired':
      return { jobs: jobs.filter(({ job }) => job.id !== event.jobId), isExpired: true }
  }
}

/** The video of a job; null if there is none. */
export const findByJob = (items: readonly VideoItem[], jobId: string): VideoItem | null =>
  items.find(({ jobs }) => jobs.some(({ job }) => job.id === jobId)) ?? null

/** A new video; `file` is null if a job has it. */
export const newVideo = (
  { file, name, url }: Pick<VideoItem, 'name' | 'url' | 'file'>,
  recipe: VideoRecipe,
): VideoItem => ({
  recipe,
  id: crypto.randomUUID(),
  kind: 'video',
  file,
  name,
  url,
  facts: null,
  trim: null,
  edits: emptyHistory,
  runLocation: 'device',
  jobs: [],
  isStarting: false,
  startsOn: null,
  isOutcomeUnknown: false,
  usedCreditsBefore: null,
  isStopped: false,
  isEditing: false,
  isFileOwn: file !== null,
  isExpired: false,
  rated: null,
  isLookedAt: false,
  progress: null,
  error: null,
})

/** Updates come from several sources: those older than the known state are ignored. */
const jobChange = (
  { jobs, isStopped }: VideoItem,
  { job, progress, pause }: Extract<VideoEvent, { type: 'jobChanged' }>,
): Partial<VideoItem> | null => {
  const known = jobs.find((entry) => entry.job.id === job.id)
  if (!known || rank(job) < rank(known.job)) return null
  const isNewest = jobs[0] === known
  const isPaused = (pause ?? known.pause)?.state === 'on'
  return {
    jobs: jobs.map((entry) => (entry === known ? { ...entry, job, ...(pause && { pause }) } : entry)),
    ...(isNewest && job.status === 'completed' ? { isStopped: false } : {}),
    ...(isNewest && job.status === 'failed' ? { isLookedAt: false } : {}),
    ...(isNewest && !isStopped && !isPaused && job.status === 'processing' && progress ? { progress } : {}),
    ...(isNewest && (isPaused || rank(job) === ranks.completed) ? { progress: null } : {}),
  }
}

/** The item after its work on this device was cancelled. */
export const withoutWork = (item: VideoItem): VideoItem =>
  isInProgress(phaseOf(item)) && activeJob(item)?.runLocation !== 'service'
    ? { ...item, isStarting: false, isStopped: true, progress: null }
    : item

const ranks = { queued: 0, processing: 1, completed: 2, failed: 2 } as const
const rank = ({ status }: Job) => ranks[status]
