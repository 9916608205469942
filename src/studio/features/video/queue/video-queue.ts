import type { CompositionParts } from '#contract/composition.ts'
import { isAbort, ServiceError, toServiceError } from '#contract/service-error.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import type { BackgroundService, JobChange } from '#service/background-service.ts'
import type { Trim } from '#studio/features/video/trim/trim-range.ts'
import { throttleProgress } from '#studio/media/throttle-progress.ts'
import type { RunLocation } from '#studio/sending/run-location.tsx'
import { createRemovedItems, type RemovedItemsView } from '#studio/state/removed-items.ts'
import { createStore, type Store } from '#studio/state/store.ts'
import {
  cancelDeviceJob,
  createVideoProber,
  discardJob,
  fileToSubmit,
  forgetDeviceJobs,
  givenAlphaOf,
  inputOf,
  toggleJobPause,
} from './device-jobs.ts'
import { isWorthShowing, type SentVideo } from './restored-jobs.ts'
import {
  activeJob,
  type IncomingVideo,
  isInProgress,
  pausableJob,
  phaseOf,
  type StartDetails,
  type VideoEditHistory,
  type VideoItem,
  wantedEdits,
} from './video-item.ts'
import {
  advanceVideos,
  findByJob,
  findVideo,
  noVideos,
  type VideoEvent,
  type VideoState,
} from './video-state.ts'

/** The videos on the page and their jobs. The device works on one at a time; a failure stops no other. */
export type VideoQueue = Pick<Store<VideoState>, 'get' | 'subscribe'> & {
  readonly add: (added: readonly IncomingVideo[]) => void
  /** Adds the jobs of earlier visits and of other tabs to the list. */
  readonly restore: () => Promise<void>
  /** Loads the file of a video of an earlier visit, so that it can be shown. */
  readonly open: (id: string) => void
  readonly setTrim: (id: string, trim: Trim) => void
  readonly setEditing: (id: string, isEditing: boolean) => void
  readonly setEdits: (id: string, edits: VideoEditHistory) => void
  /** Sets where the next job runs. */
  readonly setRunLocation: (id: string, runLocation: RunLocation) => void
  /** Starts a job. On the service it costs credits, so that it is never submitted twice by itself. */
  readonly start: (id: string, options: VideoOptions, more?: StartDetails) => void
  /** Cancels the work at once and keeps the choices. A job that the service accepted continues there. */
  readonly cancel: (id: string) => void
  /** Pauses the job of this device, or resumes it. */
  readonly togglePause: (id: string) => void
  /** Probes the video again, or starts the failed job again. */
  readonly retry: (id: string, options: VideoOptions, parts?: CompositionParts | null) => void
  /** Cancels its work and removes it; its results are kept until `purge`. */
  readonly remove: (id: string) => void
  readonly clear: () => void
  /** The removed videos that can be restored. */
  readonly removedItems: RemovedItemsView<VideoItem>
  /** Restores the removed videos, and restarts those that ran on this device and were not paused. */
  readonly undoRemove: () => void
  /** Deletes the removed videos and their results for good. */
  readonly purge: () => void
  readonly applyJobChange: (change: JobChange) => void
  /** Takes over what the activity log knows of videos that were sent, now and on earlier visits. */
  readonly applySentVideos: (sent: readonly SentVideo[]) => void
  /** The service no longer knows the job. */
  readonly expire: (jobId: string) => void
}

export function createVideoQueue(
  service: BackgroundService,
  send: BackgroundService['submitVideo'] = () => Promise.reject(new ServiceError('authentication_error')),
  now: () => number = () => performance.now(),
): VideoQueue {
  const store = createStore<VideoState>(noVideos)
  const removedItems = createRemovedItems<VideoItem>()
  const videos = service.onDevice?.videos
  const starts = new Map<string, AbortController>()
  /** Jobs that were removed here; changes of them may still arrive. */
  const removedJobs = new Set<string>()
  /** Changes of jobs that arrived before `submitVideo` resolved. */
  const earlyChanges = new Map<string, JobChange>()
  const dispatch = (event: VideoEvent) => store.set((state) => advanceVideos(state, event))
  const find = (id: string) => findVideo(store.get(), id)
  const reportError = (id: string, thrown: unknown) => {
    const error = toServiceError(thrown)
    if (!isAbort(error)) dispatch({ type: 'failed', id, error })
  }

  const { probe, loadSource, cancel: cancelProbe } = createVideoProber(service.onDevice, dispatch)
  const open = (id: string) => loadSource(find(id))

  async function submit(
    item: VideoItem,
    options: VideoOptions,
    { usedCreditsBefore = null, parts: wanted, alphaFrom }: StartDetails,
  ): Promise<void> {
    const { id } = item
    const runLocation = alphaFrom ? 'device' : item.runLocation
    const parts = runLocation === 'device' ? wanted : null
    const abort = new AbortController()
    starts.set(id, abort)
    dispatch({ type: 'starting', id, runLocation, usedCreditsBefore })
    try {
      await cancelDeviceJob(item, videos)
      const onProgress = throttleProgress(
        (progress) => abort.signal.aborted || dispatch({ type: 'sending', id, progress }),
      )
      const source = await fileToSubmit(item, service.onDevice, { signal: abort.signal, onProgress })
      const submitTo = runLocation === 'service' ? send : service.submitVideo
      const edits = runLocation === 'device' ? wantedEdits(item) : undefined
      const extras = { ...(parts && { parts }), ...(edits && { edits }) }
      const alpha = alphaFrom && { alphaFrom: await alphaFrom() }
      const made = { options, ...extras, trim: item.trim, runLocation, isAlphaGiven: alpha !== undefined }
      const job = await submitTo(inputOf(item, source), options, {
        signal: abort.signal,
        ...(runLocation === 'service' ? { onProgress } : {}),
        ...extras,
        ...alpha,
      })
      // A job that the service accepted is charged, so it is listed even if it was cancelled meanwhile.
      if (abort.signal.aborted && runLocation === 'device') await discardJob(job.id, removedJobs, videos)
      else dispatch({ type: 'submitted', id, job: { job, ...made, source } })
      const change = earlyChanges.get(job.id)
      if (change) applyJobChange(change)
    } catch (thrown) {
      reportError(id, thrown)
    } finally {
      if (starts.get(id) === abort) starts.delete(id)
      // The remaining early changes belong to jobs of other tabs.
      if (starts.size === 0 && earlyChanges.size > 0) void restore()
      if (starts.size === 0) earlyChanges.clear()
    }
  }

  async function restore(): Promise<void> {
    const jobs = await videos?.list().catch(() => [])
    if (jobs && starts.size === 0)
      dispatch({
        type: 'restored',
        runLocation: 'device',
        jobs: jobs.filter(({ job }) => !removedJobs.has(job.id)),
      })
  }

  const cancelWork = (item: VideoItem) => {
    starts.get(item.id)?.abort()
    return cancelDeviceJob(item, videos)
  }
  const removeAll = (items: readonly VideoItem[], event: VideoEvent) => {
    removedItems.add(items, store.get().items)
    for (const item of items) {
      for (const { job } of item.jobs) removedJobs.add(job.id)
      cancelProbe(item.id)
      void cancelWork(item)
    }
    dispatch(event)
  }
  const applyJobChange = (change: JobChange) => {
    const { job, progress, pause } = change
    if (findByJob(store.get(), job.id)) {
      earlyChanges.delete(job.id)
      dispatch({ type: 'jobChanged', job, progress, pause, atMs: now() })
    } else if (starts.size > 0) earlyChanges.set(job.id, change)
    else if (!removedJobs.has(job.id)) void restore()
  }
  const applySentVideos = (sent: readonly SentVideo[]) => {
    const isKnown = (id: string) => findByJob(store.get(), id) !== null
    for (const { job, isExpired } of sent) {
      if (!isKnown(job.id)) continue
      dispatch(isExpired ? { type: 'expired', jobId: job.id } : { type: 'jobChanged', job, atMs: now() })
    }
    // While a video is being submitted, the log may contain its job already, and it is not known which one.
    const jobs = sent.filter(
      (each) => isWorthShowing(each) && !isKnown(each.job.id) && !removedJobs.has(each.job.id),
    )
    if (jobs.length > 0 && starts.size === 0) dispatch({ type: 'restored', runLocation: 'service', jobs })
  }
  const start: VideoQueue['start'] = (id, options, more = {}) => {
    const item = find(id)
    if (item?.file && !starts.has(id) && (item.isStopped || !activeJob(item)))
      void submit(item, options, more)
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    add: (added) => {
      dispatch({ type: 'added', videos: added })
      for (const { id, file } of added) void probe(id, file)
    },
    restore,
    open: (id) => void open(id),
    setTrim: (id, trim) => dispatch({ type: 'trimmed', id, trim }),
    setEditing: (id, isEditing) => dispatch({ type: 'edited', id, isEditing }),
    setEdits: (id, edits) => dispatch({ type: 'matteEdited', id, edits }),
    setRunLocation: (id, runLocation) => dispatch({ type: 'locationChosen', id, runLocation }),
    start,
    cancel: (id) => {
      const item = find(id)
      if (!item || activeJob(item)?.runLocation === 'service') return
      void cancelWork(item)
      dispatch({ type: 'stopped', id })
    },
    togglePause: (id) => {
      const open = pausableJob(find(id))
      if (open && videos) void toggleJobPause(open, videos, applyJobChange)
    },
    retry: (id, options, parts) => {
      const item = find(id)
      const again = () => start(id, options, { parts, ...givenAlphaOf(item, videos) })
      if (!item?.file) void open(id).then(again)
      else if (item.facts) again()
      // A video that was at work before is opened again and goes on; one that could not be read is only read again.
      else void probe(id, item.file).then(() => item.jobs.length > 0 && find(id)?.facts && again())
    },
    remove: (id) => {
      const item = find(id)
      if (item) removeAll([item], { type: 'removed', id })
    },
    clear: () => removeAll(store.get().items, { type: 'cleared' }),
    removedItems,
    undoRemove: () => {
      const taken = removedItems.get()
      for (const { job } of taken.flatMap(({ item }) => item.jobs)) removedJobs.delete(job.id)
      dispatch({ type: 'removalUndone', taken })
      removedItems.takeAll()
      for (const { item } of taken) {
        if (item.file && !item.facts && !item.error) void probe(item.id, item.file)
        const open = phaseOf(item) === 'paused' ? null : activeJob(item)
        if (isInProgress(phaseOf(item)) && open?.runLocation === 'device' && !open.isAlphaGiven)
          start(item.id, open.options, { parts: open.parts })
      }
    },
    purge: () => {
      for (const { item } of removedItems.takeAll()) void forgetDeviceJobs(item, videos)
    },
    applyJobChange,
    applySentVideos,
    expire: (jobId) => dispatch({ type: 'expired', jobId }),
  }
}
