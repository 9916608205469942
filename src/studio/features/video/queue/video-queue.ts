import { ServiceError } from '#contract/service-error.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import type { BackgroundService, DeviceJob, JobChange } from '#service/background-service.ts'
import type { Trim } from '#studio/features/video/trim/trim-range.ts'
import { findItem, isInProgress } from '#studio/items/item.ts'
import { type ItemList, type ItemsOfKind, itemsOfKind } from '#studio/items/item-list.ts'
import type { MediaKind } from '#studio/items/media-kind.ts'
import { createWorkQueue, type WorkCall } from '#studio/items/work-queue.ts'
import { throttleProgress } from '#studio/media/throttle-progress.ts'
import type { RunLocation } from '#studio/sending/run-location.tsx'
import type { Store } from '#studio/state/store.ts'
import type { VideoRecipe } from '#studio/state/video-recipe.ts'
import {
  cancelDeviceJob,
  createVideoProber,
  discardJob,
  fileToSubmit,
  forgetDeviceJobs,
  givenAlphaOf,
  inputOf,
  setRemoved,
  toggleJobPause,
} from './device-jobs.ts'
import { isWorthShowing, itemsFromJobs, type SentVideo } from './restored-jobs.ts'
import {
  activeJob,
  isVideo,
  pausableJob,
  phaseOf,
  type StartDetails,
  type VideoEditHistory,
  type VideoItem,
  wantedEdits,
} from './video-item.ts'
import { advanceVideo, findByJob, type VideoEvent, withoutWork } from './video-state.ts'

/** The videos of the list and their jobs. The device works on one at a time; a failure stops no other. */
export type VideoQueue = Pick<Store<ItemsOfKind<VideoItem>>, 'get' | 'subscribe'> & {
  /** What follows when videos come to the list and go. The results of a removed one are kept until `forget`. */
  readonly lifecycle: Pick<MediaKind<VideoItem>, 'begin' | 'stop' | 'toRestored' | 'resume' | 'forget'>
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
  readonly retry: (id: string, options: VideoOptions, more?: Pick<StartDetails, 'parts' | 'hasMatte'>) => void
  readonly applyJobChange: (change: JobChange) => void
  /** Takes over what the activity log knows of videos that were sent, now and on earlier visits. */
  readonly applySentVideos: (sent: readonly SentVideo[]) => void
  /** The service no longer knows the job. */
  readonly expire: (jobId: string) => void
}

export function createVideoQueue(
  list: Pick<ItemList, 'get' | 'subscribe' | 'update' | 'add'>,
  service: BackgroundService,
  /** The settings of a video of which only a job is known. */
  recipeOf: (job: DeviceJob) => VideoRecipe,
  send: BackgroundService['submitVideo'] = () => Promise.reject(new ServiceError('authentication_error')),
): VideoQueue {
  const own = itemsOfKind(list, isVideo)
  const videos = service.onDevice?.videos
  /** Jobs that were removed here; changes of them may still arrive. */
  const removedJobs = new Set<string>()
  /** Changes of jobs that arrived before `submitVideo` resolved. */
  const earlyChanges = new Map<string, JobChange>()
  const dispatch = (id: string, event: VideoEvent) =>
    list.update(id, (item) => (isVideo(item) ? advanceVideo(item, event) : item))
  const find = (id: string) => findItem(own.get().items, id)
  const itemOf = (jobId: string) => findByJob(own.get().items, jobId)
  const starts = createWorkQueue<VideoEvent>({
    dispatch,
    toFailure: (error) => ({ type: 'failed', error }),
    onEnd: () => {
      if (starts.size() > 0) return
      // The remaining early changes belong to jobs of other tabs.
      if (earlyChanges.size > 0) void restore()
      earlyChanges.clear()
    },
  })
  const addJobs = (jobs: readonly DeviceJob[], runLocation: RunLocation) =>
    list.add(
      itemsFromJobs(
        jobs.filter(({ job }) => !itemOf(job.id)),
        runLocation,
        recipeOf,
      ),
    )

  const { probe, loadSource, cancel: cancelProbe } = createVideoProber(service.onDevice, dispatch)
  const open = (id: string) => loadSource(find(id))

  async function submit(
    item: VideoItem,
    options: VideoOptions,
    { usedCreditsBefore = null, parts: wanted, hasMatte = false, alphaFrom }: StartDetails,
    { signal, report }: WorkCall<VideoEvent>,
  ): Promise<void> {
    const runLocation = alphaFrom ? 'device' : item.runLocation
    const parts = runLocation === 'device' ? wanted : null
    dispatch(item.id, { type: 'starting', runLocation, usedCreditsBefore })
    await cancelDeviceJob(item, videos)
    const onProgress = throttleProgress((progress) => report({ type: 'sending', progress }))
    const source = await fileToSubmit(item, service.onDevice, { signal, onProgress })
    const submitTo = runLocation === 'service' ? send : service.submitVideo
    const edits = runLocation === 'device' ? wantedEdits(item) : undefined
    const isBeside = hasMatte && runLocation === 'device'
    const extras = { ...(parts && { parts }), ...(edits && { edits }), ...(isBeside && { hasMatte }) }
    const alpha = alphaFrom && { alphaFrom: await alphaFrom() }
    const made = { options, ...extras, trim: item.trim, runLocation, isAlphaGiven: alpha !== undefined }
    const job = await submitTo(inputOf(item, source), options, {
      signal,
      ...(runLocation === 'service' ? { onProgress } : { item: item.id }),
      ...extras,
      ...alpha,
    })
    // A job that the service accepted is charged, so it is listed even if it was cancelled meanwhile.
    if (signal.aborted && runLocation === 'device') await discardJob(job.id, removedJobs, videos)
    else
      dispatch(item.id, {
        type: 'submitted',
        // The whole video is that of the item, under whatever name it was submitted.
        job: { job, ...made, source: item.trim === null ? item.file : source },
      })
    const change = earlyChanges.get(job.id)
    if (change) applyJobChange(change)
  }

  async function restore(): Promise<void> {
    const jobs = await videos?.list().catch(() => [])
    if (jobs && starts.size() === 0)
      addJobs(
        jobs.filter(({ job }) => !removedJobs.has(job.id)),
        'device',
      )
  }

  const cancelWork = (item: VideoItem) => {
    starts.stop(item.id)
    return cancelDeviceJob(item, videos)
  }
  const applyJobChange = (change: JobChange) => {
    const { job, progress, pause } = change
    const item = itemOf(job.id)
    if (item) {
      earlyChanges.delete(job.id)
      dispatch(item.id, { type: 'jobChanged', job, progress, pause })
    } else if (starts.size() > 0) earlyChanges.set(job.id, change)
    else if (!removedJobs.has(job.id)) void restore()
  }
  const expire = (jobId: string) => {
    const item = itemOf(jobId)
    if (item) dispatch(item.id, { type: 'expired', jobId })
  }
  const applySentVideos = (sent: readonly SentVideo[]) => {
    for (const { job, isExpired } of sent) {
      if (isExpired) expire(job.id)
      else if (itemOf(job.id)) applyJobChange({ job })
    }
    // While a video is being submitted, the log may contain its job already, and it is not known which one.
    const jobs = sent.filter((each) => isWorthShowing(each) && !removedJobs.has(each.job.id))
    if (starts.size() === 0) addJobs(jobs, 'service')
  }
  const start: VideoQueue['start'] = (id, options, more = {}) => {
    const item = find(id)
    if (item?.file && !starts.has(id) && (item.isStopped || !activeJob(item)))
      void starts.start(id, 'submit', async (call) => {
        await submit(item, options, more, call)
        return null
      })
  }

  const lifecycle: VideoQueue['lifecycle'] = {
    begin: (items) => {
      for (const { id, file, isStopped } of items) if (file && !isStopped) void probe(id, file)
    },
    stop: (item) => {
      for (const { job } of item.jobs) removedJobs.add(job.id)
      cancelProbe(item.id)
      void setRemoved(item, videos, true)
      void cancelWork(item)
    },
    toRestored: withoutWork,
    resume: (item) => {
      const { id, file, facts, error, jobs } = item
      for (const { job } of jobs) removedJobs.delete(job.id)
      void setRemoved(item, videos, false)
      if (file && !facts && !error) void probe(id, file)
      // What ran on this device and was not paused is started again.
      const open = phaseOf(item) === 'paused' ? null : activeJob(item)
      if (isInProgress(phaseOf(item)) && open?.runLocation === 'device' && !open.isAlphaGiven)
        start(id, open.options, { parts: open.parts, hasMatte: open.hasMatte ?? false })
    },
    forget: (item) => void forgetDeviceJobs(item, videos),
  }

  return {
    get: own.get,
    subscribe: own.subscribe,
    lifecycle,
    restore,
    open: (id) => void open(id),
    setTrim: (id, trim) => dispatch(id, { type: 'trimmed', trim }),
    setEditing: (id, isEditing) => dispatch(id, { type: 'edited', isEditing }),
    setEdits: (id, edits) => dispatch(id, { type: 'matteEdited', edits }),
    setRunLocation: (id, runLocation) => dispatch(id, { type: 'locationChosen', runLocation }),
    start,
    cancel: (id) => {
      const item = find(id)
      if (!item || activeJob(item)?.runLocation === 'service') return
      void cancelWork(item)
      dispatch(id, { type: 'stopped' })
    },
    togglePause: (id) => {
      const open = pausableJob(find(id))
      if (open && videos) void toggleJobPause(open, videos, applyJobChange)
    },
    retry: (id, options, more) => {
      const item = find(id)
      const again = () => start(id, options, { ...more, ...givenAlphaOf(item, videos) })
      if (!item?.file) void open(id).then(again)
      else if (item.facts) again()
      // A video that was at work before is opened again and goes on; one that could not be read is only read again.
      else void probe(id, item.file).then(() => item.jobs.length > 0 && find(id)?.facts && again())
    },
    applyJobChange,
    applySentVideos,
    expire,
  }
}
