import type { JobId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
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
  fileToSubmit,
  forgetDeviceJobs,
  toggleJobPause,
} from './device-jobs.ts'
import { isWorthShowing, type SentVideo } from './restored-jobs.ts'
import {
  activeJob,
  type IncomingVideo,
  isInProgress,
  pausableJob,
  phaseOf,
  type VideoItem,
} from './video-item.ts'
import {
  advanceVideos,
  findByJob,
  findVideo,
  noVideos,
  type VideoEvent,
  type VideoState,
} from './video-state.ts'

/** The videos on the page and their jobs. The service works on one at a time; one that fails stops no other. */
export type VideoQueue = Pick<Store<VideoState>, 'get' | 'subscribe'> & {
  readonly add: (clips: readonly IncomingVideo[]) => void
  /** Puts the jobs of earlier visits and of other tabs on the list. */
  readonly restore: () => Promise<void>
  /** Fetches what an earlier visit's video needs to be looked at. */
  readonly open: (id: string) => void
  readonly setTrim: (id: string, trim: Trim) => void
  readonly setEditing: (id: string, isEditing: boolean) => void
  /** Chooses where it runs when it is started. */
  readonly setRunLocation: (id: string, place: RunLocation) => void
  /** On the service this costs credits, and is never asked twice by itself. */
  readonly start: (id: string, options: VideoOptions, usedCreditsBefore?: number | null) => void
  /** Stops its work at once; what was chosen stays. What the service has accepted goes on there. */
  readonly cancel: (id: string) => void
  /** Lets what is worked on here rest, or go on. */
  readonly togglePause: (id: string) => void
  /** Reads it again, or asks again for what failed. */
  readonly retry: (id: string, options: VideoOptions) => void
  /** Stops its work and takes it out; its results are kept aside until they are let go. */
  readonly remove: (id: string) => void
  readonly clear: () => void
  /** What was taken out. */
  readonly removedItems: RemovedItemsView<VideoItem>
  /** Puts it back, and goes on with what was worked on here and was not paused. */
  readonly undoRemove: () => void
  /** Forgets it for good, with the results of it. */
  readonly purge: () => void
  readonly applyJobChange: (change: JobChange) => void
  /** What is known of the videos that were sent, now and on earlier visits. */
  readonly applySentVideos: (sent: readonly SentVideo[]) => void
  /** The service knows the job no more. */
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
  const forgotten = new Set<string>()
  /** What was heard of jobs before it was known whose they are. */
  const early = new Map<string, JobChange>()
  const dispatch = (event: VideoEvent) => store.set((state) => advanceVideos(state, event))
  const find = (id: string) => findVideo(store.get(), id)
  const fault = (id: string, thrown: unknown) => {
    const error = toServiceError(thrown)
    if (!isAbort(error)) dispatch({ type: 'failed', id, error })
  }

  const { probe, loadSource, cancel: cancelProbe } = createVideoProber(videos, dispatch)
  const open = (id: string) => loadSource(find(id))

  async function submit(
    item: VideoItem,
    options: VideoOptions,
    usedCreditsBefore: number | null,
  ): Promise<void> {
    const { id } = item
    const abort = new AbortController()
    starts.set(id, abort)
    dispatch({ type: 'starting', id, usedCreditsBefore })
    try {
      await cancelDeviceJob(item, videos)
      const onProgress = onSending(id, abort.signal)
      const source = await fileToSubmit(item, videos, { signal: abort.signal, onProgress })
      const large = item.trim === null && source.size > limits.video.maxUploadBytes
      const input = large && item.url ? { url: item.url } : source
      const { runLocation, trim } = item
      const submitTo = runLocation === 'service' ? send : service.submitVideo
      const job = await submitTo(input, options, {
        signal: abort.signal,
        ...(runLocation === 'service' ? { onProgress } : {}),
      })
      // What the service has accepted is charged: it is shown although it came too late to be stopped.
      if (abort.signal.aborted && runLocation === 'device') await discard(job.id)
      else dispatch({ type: 'submitted', id, job: { job, options, trim, runLocation, source } })
      const news = early.get(job.id)
      if (news) applyJobChange(news)
    } catch (thrown) {
      fault(id, thrown)
    } finally {
      if (starts.get(id) === abort) starts.delete(id)
      // What is left of the early news is of other tabs.
      if (starts.size === 0 && early.size > 0) void restore()
      if (starts.size === 0) early.clear()
    }
  }

  const onSending = (id: string, signal: AbortSignal) =>
    throttleProgress((progress) => signal.aborted || dispatch({ type: 'sending', id, progress }))

  async function restore(): Promise<void> {
    const jobs = await videos?.list().catch(() => [])
    if (jobs && starts.size === 0)
      dispatch({
        type: 'restored',
        runLocation: 'device',
        jobs: jobs.filter(({ job }) => !forgotten.has(job.id)),
      })
  }

  const stop = (item: VideoItem) => {
    starts.get(item.id)?.abort()
    return cancelDeviceJob(item, videos)
  }
  /** Nobody has seen the job, and nobody will. */
  const discard = async (id: JobId) => {
    forgotten.add(id)
    await videos?.cancel(id)
    await videos?.forget(id)
  }
  const takeOut = (items: readonly VideoItem[], event: VideoEvent) => {
    removedItems.add(items, store.get().items)
    for (const item of items) {
      for (const { job } of item.jobs) forgotten.add(job.id)
      cancelProbe(item.id)
      void stop(item)
    }
    dispatch(event)
  }
  const applyJobChange = (change: JobChange) => {
    const { job, progress, pause } = change
    if (findByJob(store.get(), job.id)) {
      early.delete(job.id)
      dispatch({ type: 'jobChanged', job, progress, pause, atMs: now() })
    } else if (starts.size > 0) early.set(job.id, change)
    else if (!forgotten.has(job.id)) void restore()
  }
  const applySentVideos = (sent: readonly SentVideo[]) => {
    const known = (id: string) => findByJob(store.get(), id) !== null
    for (const { job, isExpired } of sent) {
      if (!known(job.id)) continue
      dispatch(isExpired ? { type: 'expired', jobId: job.id } : { type: 'jobChanged', job, atMs: now() })
    }
    // While one is being sent, its own job may be in the list already, and nobody knows yet which it is.
    const jobs = sent.filter(
      (each) => isWorthShowing(each) && !known(each.job.id) && !forgotten.has(each.job.id),
    )
    if (jobs.length > 0 && starts.size === 0) dispatch({ type: 'restored', runLocation: 'service', jobs })
  }
  const start = (id: string, options: VideoOptions, usedCreditsBefore: number | null = null) => {
    const item = find(id)
    if (item?.file && !starts.has(id) && (item.isStopped || !activeJob(item)))
      void submit(item, options, usedCreditsBefore)
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    add: (clips) => {
      dispatch({ type: 'added', clips })
      for (const { id, file } of clips) void probe(id, file)
    },
    restore,
    open: (id) => void open(id),
    setTrim: (id, trim) => dispatch({ type: 'trimmed', id, trim }),
    setEditing: (id, isEditing) => dispatch({ type: 'edited', id, isEditing }),
    setRunLocation: (id, runLocation) => dispatch({ type: 'locationChosen', id, runLocation }),
    start,
    cancel: (id) => {
      const item = find(id)
      if (!item || activeJob(item)?.runLocation === 'service') return
      void stop(item)
      dispatch({ type: 'stopped', id })
    },
    togglePause: (id) => {
      const open = pausableJob(find(id))
      if (open && videos) void toggleJobPause(open, videos, applyJobChange)
    },
    retry: (id, options) => {
      const item = find(id)
      if (!item?.file) void open(id).then(() => start(id, options))
      else if (item.facts) start(id, options)
      else void probe(id, item.file)
    },
    remove: (id) => {
      const item = find(id)
      if (item) takeOut([item], { type: 'removed', id })
    },
    clear: () => takeOut(store.get().items, { type: 'cleared' }),
    removedItems,
    undoRemove: () => {
      const taken = removedItems.get()
      for (const { job } of taken.flatMap(({ item }) => item.jobs)) forgotten.delete(job.id)
      dispatch({ type: 'putBack', taken })
      removedItems.takeAll()
      for (const { item } of taken) {
        if (item.file && !item.facts && !item.fault) void probe(item.id, item.file)
        const open = phaseOf(item) === 'paused' ? null : activeJob(item)
        if (isInProgress(phaseOf(item)) && open?.runLocation === 'device') start(item.id, open.options)
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
