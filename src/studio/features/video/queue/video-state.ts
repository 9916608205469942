import type { Job } from '#contract/job.ts'
import type { Progress } from '#contract/progress.ts'
import type { ServiceError } from '#contract/service-error.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { DeviceJob, Pause } from '#service/background-service.ts'
import { firstPart, weightOf } from '#studio/features/video/trim/part-limits.ts'
import { sameTrim, type Trim } from '#studio/features/video/trim/trim-math.ts'
import type { RunLocation } from '#studio/sending/run-location.tsx'
import { mayBeAccepted } from '#studio/sending/service-error-words.ts'
import { putBack, type Taken } from '#studio/state/aside.ts'
import { itemsFrom } from './job-groups.ts'
import { runAfter } from './run-pace.ts'
import { type Clip, isBusy, openJob, phaseOf, type VideoItem, type VideoJob } from './video-item.ts'

export type VideoState = { readonly items: readonly VideoItem[] }

export const noVideos: VideoState = { items: [] }

export type VideoEvent =
  | { readonly type: 'added'; readonly clips: readonly Clip[] }
  | { readonly type: 'restored'; readonly jobs: readonly DeviceJob[]; readonly place: RunLocation }
  | { readonly type: 'placed'; readonly id: string; readonly place: RunLocation }
  | { readonly type: 'sending'; readonly id: string; readonly progress: Progress }
  | { readonly type: 'sourced'; readonly id: string; readonly file: Blob }
  | { readonly type: 'read'; readonly id: string; readonly facts: VideoFacts }
  | { readonly type: 'faulted'; readonly id: string; readonly error: ServiceError }
  | { readonly type: 'trimmed'; readonly id: string; readonly trim: Trim }
  | { readonly type: 'edited'; readonly id: string; readonly isEditing: boolean }
  | { readonly type: 'starting'; readonly id: string; readonly usedBefore: number | null }
  | { readonly type: 'stopped' | 'removed'; readonly id: string }
  | { readonly type: 'submitted'; readonly id: string; readonly job: VideoJob }
  | {
      readonly type: 'heard'
      readonly job: Job
      readonly progress?: Progress | undefined
      readonly pause?: Pause | undefined
      readonly atMs: number
    }
  | { readonly type: 'expired'; readonly jobId: string }
  | { readonly type: 'cleared' }
  | { readonly type: 'putBack'; readonly taken: readonly Taken<VideoItem>[] }

/** The only way the list of videos changes. An event for a video or job that is gone changes nothing. */
export function advanceVideos(state: VideoState, event: VideoEvent): VideoState {
  switch (event.type) {
    case 'added':
      return { items: [...state.items, ...event.clips.map(fresh)] }
    case 'restored': {
      const unknown = event.jobs.filter(({ job }) => !findByJob(state, job.id))
      return unknown.length === 0 ? state : { items: [...state.items, ...itemsFrom(unknown, event.place)] }
    }
    case 'sourced':
      return changed(state, event.id, (item) => ({
        file: event.file,
        jobs: item.jobs.map((job) => ({ ...job, source: job.source ?? event.file })),
      }))
    case 'read':
      return changed(state, event.id, (item) => ({
        facts: event.facts,
        fault: null,
        // What was sent before may be as it is.
        trim: item.trim ?? (item.jobs.length > 0 ? null : firstPart(event.facts, weightOf(item))),
      }))
    case 'faulted':
      return changed(state, event.id, ({ isStarting, place }) => ({
        fault: event.error,
        isStarting: false,
        progress: null,
        isUnsure: isStarting && place === 'service' && mayBeAccepted(event.error),
      }))
    case 'placed':
      return changed(state, event.id, (item) =>
        isBusy(phaseOf(item)) || item.place === event.place ? null : { place: event.place, fault: null },
      )
    case 'sending':
      return changed(state, event.id, ({ isStarting }) => (isStarting ? { progress: event.progress } : null))
    case 'trimmed':
      return changed(state, event.id, ({ trim }) =>
        sameTrim(trim, event.trim) ? null : { trim: event.trim },
      )
    case 'edited':
      return changed(state, event.id, () => ({ isEditing: event.isEditing }))
    case 'starting':
      return changed(state, event.id, () => ({
        isStarting: true,
        usedBefore: event.usedBefore,
        isStopped: false,
        isEditing: false,
        isExpired: false,
        fault: null,
        progress: null,
        run: null,
      }))
    case 'submitted':
      return changed(state, event.id, ({ jobs }) => ({
        isStarting: false,
        isStopped: false,
        isUnsure: false,
        usedBefore: null,
        progress: null,
        jobs: [event.job, ...jobs.filter(({ job }) => job.id !== event.job.job.id)],
      }))
    case 'stopped':
      return changed(state, event.id, ({ isStarting, place, progress }) => ({
        isStarting: false,
        isStopped: true,
        // Once bytes were on their way, only the service knows whether it had them all.
        isUnsure: isStarting && place === 'service' && progress?.stage === 'send',
        progress: null,
        run: null,
      }))
    case 'heard':
      return heard(state, event)
    case 'expired':
      return expired(state, event.jobId)
    case 'removed':
      return { items: state.items.filter(({ id }) => id !== event.id) }
    case 'cleared':
      return noVideos
    case 'putBack':
      return {
        items: putBack(
          state.items,
          event.taken.map(({ item, at }) => ({ item: halted(item), at })),
        ),
      }
  }
}

export const findVideo = (state: VideoState, id: string | null): VideoItem | null =>
  state.items.find((item) => item.id === id) ?? null

export const findByJob = (state: VideoState, jobId: string): VideoItem | null =>
  state.items.find(({ jobs }) => jobs.some(({ job }) => job.id === jobId)) ?? null

const fresh = (clip: Clip): VideoItem => ({
  ...clip,
  facts: null,
  trim: null,
  place: 'device',
  jobs: [],
  isStarting: false,
  isUnsure: false,
  usedBefore: null,
  isStopped: false,
  isEditing: false,
  isFromBefore: false,
  isExpired: false,
  progress: null,
  run: null,
  fault: null,
})

/** News are told by several sources, so that an older state may come in late: a job never goes back. */
const heard = (
  state: VideoState,
  { job, progress, pause, atMs }: Extract<VideoEvent, { type: 'heard' }>,
): VideoState => {
  const item = findByJob(state, job.id)
  if (!item) return state
  return changed(state, item.id, ({ jobs, isStopped, run }) => {
    const known = jobs.find((entry) => entry.job.id === job.id)
    if (!known || rank(job) < rank(known.job)) return null
    const isNewest = jobs[0] === known
    const isPaused = (pause ?? known.pause)?.state === 'on'
    return {
      jobs: jobs.map((entry) => (entry === known ? { ...entry, job, ...(pause && { pause }) } : entry)),
      ...(isNewest && job.status === 'completed' ? { isStopped: false } : {}),
      ...(isNewest && !isStopped && !isPaused && job.status === 'processing' && progress
        ? { progress, run: progress.frames ? runAfter(run, progress.frames, atMs) : run }
        : {}),
      ...(isNewest && (isPaused || rank(job) === ranks.completed) ? { progress: null, run: null } : {}),
    }
  })
}

/** As it is once its work was stopped. */
const halted = (item: VideoItem): VideoItem =>
  isBusy(phaseOf(item)) && openJob(item)?.place !== 'service'
    ? { ...item, isStarting: false, isStopped: true, progress: null, run: null }
    : item

const expired = (state: VideoState, jobId: string): VideoState => {
  const item = findByJob(state, jobId)
  if (!item) return state
  return changed(state, item.id, ({ jobs }) => ({
    jobs: jobs.filter(({ job }) => job.id !== jobId),
    isExpired: true,
  }))
}

const ranks = { queued: 0, processing: 1, completed: 2, failed: 2 } as const
const rank = ({ status }: Job) => ranks[status]

const changed = (
  state: VideoState,
  id: string,
  change: (item: VideoItem) => Partial<VideoItem> | null,
): VideoState => {
  const item = findVideo(state, id)
  const part = item && change(item)
  if (!item || !part) return state
  return { items: state.items.map((old) => (old === item ? { ...item, ...part } : old)) }
}
