import type { Job } from '#contract/job.ts'
import type { Progress } from '#contract/progress.ts'
import type { ServiceError } from '#contract/service-error.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { DeviceJob, Pause } from '#service/background-service.ts'
import { emptyHistory } from '#studio/edit/edit-history.ts'
import { fileSizeOf, initialTrim, sameTrim, type Trim } from '#studio/features/video/trim/trim-range.ts'
import { mayBeAccepted } from '#studio/messages/error-text.ts'
import type { RunLocation } from '#studio/sending/run-location.tsx'
import { type RemovedItem, restoreItems } from '#studio/state/removed-items.ts'
import { itemsFromJobs } from './restored-jobs.ts'
import { updateThroughput } from './throughput.ts'
import {
  activeJob,
  type IncomingVideo,
  isInProgress,
  phaseOf,
  type VideoEditHistory,
  type VideoItem,
  type VideoJob,
} from './video-item.ts'

/** All videos of the list. */
export type VideoState = { readonly items: readonly VideoItem[] }

/** The list before anything was added. */
export const noVideos: VideoState = { items: [] }

/** What happens to the list. */
export type VideoEvent =
  | { readonly type: 'added'; readonly videos: readonly IncomingVideo[] }
  | { readonly type: 'restored'; readonly jobs: readonly DeviceJob[]; readonly runLocation: RunLocation }
  | { readonly type: 'locationChosen'; readonly id: string; readonly runLocation: RunLocation }
  | { readonly type: 'sending'; readonly id: string; readonly progress: Progress }
  | { readonly type: 'sourced'; readonly id: string; readonly file: Blob }
  | { readonly type: 'probed'; readonly id: string; readonly facts: VideoFacts }
  | { readonly type: 'failed'; readonly id: string; readonly error: ServiceError }
  | { readonly type: 'trimmed'; readonly id: string; readonly trim: Trim }
  | { readonly type: 'edited'; readonly id: string; readonly isEditing: boolean }
  | { readonly type: 'matteEdited'; readonly id: string; readonly edits: VideoEditHistory }
  | {
      readonly type: 'starting'
      readonly id: string
      readonly runLocation: RunLocation
      readonly usedCreditsBefore: number | null
    }
  | { readonly type: 'stopped' | 'removed'; readonly id: string }
  | { readonly type: 'submitted'; readonly id: string; readonly job: VideoJob }
  | {
      readonly type: 'jobChanged'
      readonly job: Job
      readonly progress?: Progress | undefined
      readonly pause?: Pause | undefined
      readonly atMs: number
    }
  | { readonly type: 'expired'; readonly jobId: string }
  | { readonly type: 'cleared' }
  | { readonly type: 'removalUndone'; readonly taken: readonly RemovedItem<VideoItem>[] }

/** The list of videos after an event. An event for a video or job that is not on the list changes nothing. */
export function advanceVideos(state: VideoState, event: VideoEvent): VideoState {
  switch (event.type) {
    case 'added':
      return { items: [...state.items, ...event.videos.map(newItem)] }
    case 'restored': {
      const unknown = event.jobs.filter(({ job }) => !findByJob(state, job.id))
      return unknown.length === 0
        ? state
        : { items: [...state.items, ...itemsFromJobs(unknown, event.runLocation)] }
    }
    case 'sourced':
      return updateItem(state, event.id, (item) => ({
        file: event.file,
        jobs: item.jobs.map((job) => ({ ...job, source: job.source ?? event.file })),
      }))
    case 'probed':
      return updateItem(state, event.id, (item) => ({
        facts: event.facts,
        error: null,
        // A file that was submitted before is within the limits.
        trim: item.trim ?? (item.jobs.length > 0 ? null : initialTrim(event.facts, fileSizeOf(item))),
      }))
    case 'failed':
      return updateItem(state, event.id, ({ isStarting, startsOn }) => ({
        error: event.error,
        isStarting: false,
        progress: null,
        isOutcomeUnknown: isStarting && startsOn === 'service' && mayBeAccepted(event.error),
      }))
    case 'locationChosen':
      return updateItem(state, event.id, (item) =>
        isInProgress(phaseOf(item)) || item.runLocation === event.runLocation
          ? null
          : { runLocation: event.runLocation, startsOn: null, error: null },
      )
    case 'sending':
      return updateItem(state, event.id, ({ isStarting }) =>
        isStarting ? { progress: event.progress } : null,
      )
    case 'trimmed':
      return updateItem(state, event.id, ({ trim }) =>
        sameTrim(trim, event.trim) ? null : { trim: event.trim },
      )
    case 'edited':
      return updateItem(state, event.id, () => ({ isEditing: event.isEditing }))
    case 'matteEdited':
      return updateItem(state, event.id, () => ({ edits: event.edits }))
    case 'starting':
      return updateItem(state, event.id, () => ({
        isStarting: true,
        startsOn: event.runLocation,
        usedCreditsBefore: event.usedCreditsBefore,
        isStopped: false,
        isEditing: false,
        isExpired: false,
        error: null,
        progress: null,
        throughput: null,
      }))
    case 'submitted':
      return updateItem(state, event.id, ({ jobs }) => ({
        isStarting: false,
        isStopped: false,
        isOutcomeUnknown: false,
        usedCreditsBefore: null,
        progress: null,
        jobs: [event.job, ...jobs.filter(({ job }) => job.id !== event.job.job.id)],
      }))
    case 'stopped':
      return updateItem(state, event.id, ({ isStarting, startsOn, progress }) => ({
        isStarting: false,
        isStopped: true,
        // After the upload began, only the service knows whether it received all bytes.
        isOutcomeUnknown: isStarting && startsOn === 'service' && progress?.step === 'send',
        progress: null,
        throughput: null,
      }))
    case 'jobChanged':
      return applyJobUpdate(state, event)
    case 'expired':
      return removeExpired(state, event.jobId)
    case 'removed':
      return { items: state.items.filter(({ id }) => id !== event.id) }
    case 'cleared':
      return noVideos
    case 'removalUndone':
      return {
        items: restoreItems(
          state.items,
          event.taken.map(({ item, at }) => ({ item: withoutWork(item), at })),
        ),
      }
  }
}

/** The video of this id; null where there is none. */
export const findVideo = (state: VideoState, id: string | null): VideoItem | null =>
  state.items.find((item) => item.id === id) ?? null

/** The video that a job belongs to; null where there is none. */
export const findByJob = (state: VideoState, jobId: string): VideoItem | null =>
  state.items.find(({ jobs }) => jobs.some(({ job }) => job.id === jobId)) ?? null

const newItem = (video: IncomingVideo): VideoItem => ({
  ...video,
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
  isRestored: false,
  isExpired: false,
  progress: null,
  throughput: null,
  error: null,
})

/** Updates arrive from several sources: one that is older than the known state is ignored. */
const applyJobUpdate = (
  state: VideoState,
  { job, progress, pause, atMs }: Extract<VideoEvent, { type: 'jobChanged' }>,
): VideoState => {
  const item = findByJob(state, job.id)
  if (!item) return state
  return updateItem(state, item.id, ({ jobs, isStopped, throughput }) => {
    const known = jobs.find((entry) => entry.job.id === job.id)
    if (!known || rank(job) < rank(known.job)) return null
    const isNewest = jobs[0] === known
    const isPaused = (pause ?? known.pause)?.state === 'on'
    return {
      jobs: jobs.map((entry) => (entry === known ? { ...entry, job, ...(pause && { pause }) } : entry)),
      ...(isNewest && job.status === 'completed' ? { isStopped: false } : {}),
      ...(isNewest && !isStopped && !isPaused && job.status === 'processing' && progress
        ? {
            progress,
            throughput: progress.frames ? updateThroughput(throughput, progress.frames, atMs) : throughput,
          }
        : {}),
      ...(isNewest && (isPaused || rank(job) === ranks.completed)
        ? { progress: null, throughput: null }
        : {}),
    }
  })
}

/** The item after its work on this device was cancelled. */
const withoutWork = (item: VideoItem): VideoItem =>
  isInProgress(phaseOf(item)) && activeJob(item)?.runLocation !== 'service'
    ? { ...item, isStarting: false, isStopped: true, progress: null, throughput: null }
    : item

const removeExpired = (state: VideoState, jobId: string): VideoState => {
  const item = findByJob(state, jobId)
  if (!item) return state
  return updateItem(state, item.id, ({ jobs }) => ({
    jobs: jobs.filter(({ job }) => job.id !== jobId),
    isExpired: true,
  }))
}

const ranks = { queued: 0, processing: 1, completed: 2, failed: 2 } as const
const rank = ({ status }: Job) => ranks[status]

const updateItem = (
  state: VideoState,
  id: string,
  change: (item: VideoItem) => Partial<VideoItem> | null,
): VideoState => {
  const item = findVideo(state, id)
  const part = item && change(item)
  if (!item || !part) return state
  return { items: state.items.map((old) => (old === item ? { ...item, ...part } : old)) }
}
