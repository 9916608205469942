import type { Store } from '#base/store.ts'
import type { JobId } from '#contract/ids.ts'
import type { Job } from '#contract/job.ts'
import { withLeftOut } from '#contract/left-out.ts'
import { ServiceError } from '#contract/service-error.ts'
import { toFrameRate } from '#contract/video-facts.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import type { BackgroundService, DeviceJob, JobChange, OnDeviceVideos } from '#library/background-service.ts'
import { findItem, isInProgress, type RunLocation } from '#library/items/item.ts'
import type { ItemKind } from '#library/items/item-kind.ts'
import { type ItemList, type ItemsOfKind, itemsOfKind } from '#library/items/item-list.ts'
import { throttleProgress } from '#library/items/throttle-progress.ts'
import { createWorkQueue, type WorkCall } from '#library/items/work-queue.ts'
import type { VideoRecipe } from '#library/recipe/video-recipe.ts'
import { isFull } from '#library/store/video-storage.ts'
import { videoOfJob } from './keeping-videos.ts'
import type { Trim } from './trim-range.ts'
import {
  activeJob,
  isVideo,
  nextRunLocation,
  pausableJob,
  phaseOf,
  type StartDetails,
  type VideoEditHistory,
  type VideoItem,
  type VideoJob,
  wantedEdits,
} from './video-item.ts'
import { createVideoProber, fileToSubmit, givenAlphaOf, inputOf, lackingWhenSent } from './video-source.ts'
import { advanceVideo, findByJob, type VideoEvent, withoutWork } from './video-state.ts'

/** An entry of the activity log: its job, null for pictures, and whether a copy of the result is kept. */
type LoggedJob = { readonly job: Job | null; readonly state: string; readonly kept: object | null }

/** The videos of the list and their jobs. This device runs one at a time; a failure stops no other. */
export type VideoQueue = Pick<Store<ItemsOfKind<VideoItem>>, 'get' | 'subscribe'> & {
  /** Work when videos are added, removed and restored. Results of a removed one stay until `forget`. */
  readonly lifecycle: Pick<ItemKind<VideoItem>, 'begin' | 'stop' | 'toRestored' | 'resume' | 'forget'>
  /** Adds jobs without an item, such as those of the API, and makes them this page's. */
  readonly restore: () => Promise<void>
  /** Loads the files of a video's jobs, to show them. */
  readonly open: (id: string) => void
  readonly setTrim: (id: string, trim: Trim) => void
  readonly setEditing: (id: string, isEditing: boolean) => void
  readonly setEdits: (id: string, edits: VideoEditHistory) => void
  /** Sets where the next job runs. */
  readonly setRunLocation: (id: string, runLocation: RunLocation) => void
  /** Starts a job. On the service it costs credits, so it is never submitted again automatically. */
  readonly start: (id: string, options: VideoOptions, more?: StartDetails) => void
  /** Cancels the work at once and keeps the settings. A job that the service accepted continues there. */
  readonly cancel: (id: string) => void
  /** Pauses or resumes the job of this device. */
  readonly togglePause: (id: string) => void
  /** Probes the video again, or restarts the failed job. */
  readonly retry: (id: string, options: VideoOptions, more?: Pick<StartDetails, 'parts' | 'hasMatte'>) => void
  readonly applyJobChange: (change: JobChange) => void
  /** Applies the activity log: states of service jobs, and which results are gone. */
  readonly applyLog: (log: readonly LoggedJob[], nowMs: number) => void
}

export function createVideoQueue(
  list: Pick<ItemList, 'get' | 'subscribe' | 'update' | 'add' | 'purge'>,
  service: BackgroundService,
  /** The settings of a video that is known only by its job. */
  recipeOf: (job: DeviceJob) => VideoRecipe,
  send: BackgroundService['submitVideo'] = () => Promise.reject(new ServiceError('authentication_error')),
): VideoQueue {
  const own = itemsOfKind(list, isVideo)
  const videos = service.onDevice?.videos
  const dispatch = (id: string, event: VideoEvent) =>
    list.update(id, (item) => (isVideo(item) ? advanceVideo(item, event) : item))
  const find = (id: string) => findItem(own.get().items, id)
  const itemOf = (jobId: string) => findByJob(own.get().items, jobId)
  const starts = createWorkQueue<VideoEvent>({ dispatch, toFailure: (error) => ({ type: 'failed', error }) })
  const { probe, loadSources, cancel: cancelProbe } = createVideoProber(service.onDevice, dispatch)
  const open = (id: string) => loadSources(find(id))
  /** Cancels a video's unfinished job on this device. Never rejects. */
  const cancelDeviceJob = async (item: VideoItem) => {
    const running = activeJob(item)
    if (running?.runLocation === 'device') await videos?.cancel(running.job.id).catch(() => undefined)
  }

  async function submit(
    item: VideoItem,
    options: VideoOptions,
    { usedCreditsBefore = null, parts, hasMatte = false, alphaFrom }: StartDetails,
    { signal, report }: WorkCall<VideoEvent>,
  ): Promise<void> {
    const runLocation = alphaFrom ? 'device' : nextRunLocation(item.runLocation, options.format)
    const isSent = runLocation === 'service'
    dispatch(item.id, { type: 'starting', runLocation, usedCreditsBefore })
    await cancelDeviceJob(item)
    const onProgress = throttleProgress((progress) => report({ type: 'sending', progress }))
    const source = await fileToSubmit(item, options, service.onDevice, { signal, onProgress, isSent })
    const leftOut = isSent ? await lackingWhenSent(item, source, service.onDevice, signal) : []
    const whole = item.trim && item.facts && toFrameRate(item.facts, options.deinterlace)
    const edits = wantedEdits(item)
    const here = { ...(parts && { parts }), ...(edits && { edits }), ...(hasMatte && { hasMatte }) }
    const extras = isSent ? {} : here
    const alpha = alphaFrom && { alphaFrom: await alphaFrom() }
    const made = { options, ...extras, trim: item.trim, runLocation, isAlphaGiven: alpha !== undefined }
    const job = await (isSent ? send : service.submitVideo)(inputOf(item, source), options, {
      signal,
      ...(isSent ? { onProgress } : { item: item.id, ...(whole && { whole }) }),
      ...extras,
      ...alpha,
    })
    // An accepted job is charged, so it is listed even if cancelled meanwhile.
    if (signal.aborted && !isSent) return discard(job.id)
    dispatch(item.id, {
      type: 'submitted',
      // The whole video is the item's own file, whatever name it was submitted with.
      job: { job, ...made, ...withLeftOut(leftOut), source: item.trim === null ? item.file : source },
    })
    // Changes of the job before the item had it.
    if (!isSent) applyJobChange({ job: await service.getJob(job.id).catch(() => job) })
  }
  const discard = async (id: JobId) => {
    await videos?.cancel(id)
    await videos?.forget(id)
  }

  async function restore(): Promise<void> {
    const jobs = (await videos?.list().catch(() => [])) ?? []
    for (const made of jobs) {
      if (made.item !== undefined || itemOf(made.job.id)) continue
      const item = videoOfJob(made, recipeOf(made))
      if (await videos?.adopt(made.job.id, item.id).catch(() => false)) list.add([item])
    }
  }

  const cancelWork = (item: VideoItem) => {
    starts.stop(item.id)
    return cancelDeviceJob(item)
  }
  const applyJobChange = ({ job, progress, pause }: JobChange) => {
    const item = itemOf(job.id)
    if (item) dispatch(item.id, { type: 'jobChanged', job, progress, pause })
    // A running job belongs to another item, or was checked before.
    else if (!progress) void restore()
  }
  let lastLog: readonly LoggedJob[] = []
  const applyLog: VideoQueue['applyLog'] = (log, nowMs) => {
    lastLog = log
    for (const { job, state, kept } of log) {
      const item = job && itemOf(job.id)
      if (!item) continue
      const isGone = state === 'expired' || Date.parse(job.expires_at ?? '') <= nowMs
      const made = item.jobs.find((each) => each.job.id === job.id)
      if (isGone && !kept) dispatch(item.id, { type: 'expired', jobId: job.id })
      else if (made?.runLocation === 'service') dispatch(item.id, { type: 'jobChanged', job })
    }
  }
  const start: VideoQueue['start'] = (id, options, more = {}) => {
    const item = find(id)
    // A cancelled start of this device has no result; a service may still accept and charge one.
    const isFree = !starts.has(id) || (item?.isStopped && item.startsOn === 'device')
    if (item?.file && isFree && (item.isStopped || !activeJob(item)))
      void starts.start(id, 'submit', async (call) => {
        await submit(item, options, more, call).catch(async (thrown: unknown) => {
          if (!isFull(thrown) || list.get().removed.length === 0) throw thrown
          await list.purge()
          await submit(item, options, more, call)
        })
        return null
      })
  }

  const lifecycle: VideoQueue['lifecycle'] = {
    begin: (items) => {
      for (const { id, file, isStopped } of items) if (file && !isStopped) void probe(id, file)
      // Changes of the jobs since they were read.
      applyLog(lastLog, Date.now())
      for (const { job, runLocation } of items.flatMap((item) => activeJob(item) ?? []))
        if (runLocation === 'device')
          void service.getJob(job.id).then(
            (now) => applyJobChange({ job: now }),
            () => {},
          )
    },
    stop: (item) => {
      cancelProbe(item.id)
      void cancelWork(item)
    },
    toRestored: withoutWork,
    resume: (item) => {
      const { id, file, facts, error } = item
      applyLog(lastLog, Date.now())
      if (file && !facts && !error) void probe(id, file)
      // An unpaused job of this device is started again.
      const open = phaseOf(item) === 'paused' ? null : activeJob(item)
      if (isInProgress(phaseOf(item)) && open?.runLocation === 'device' && !open.isAlphaGiven)
        start(id, open.options, { parts: open.parts, hasMatte: open.hasMatte ?? false })
    },
    forget: async ({ jobs }) => {
      for (const { job, runLocation } of jobs)
        if (runLocation === 'device') await discard(job.id).catch(() => undefined)
    },
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
      if (open && videos) void togglePause(open, videos, applyJobChange)
    },
    retry: (id, options, more) => {
      const item = find(id)
      const again = () => start(id, options, { ...more, ...givenAlphaOf(item?.jobs ?? [], videos) })
      if (!item?.file) void open(id).then(again)
      else if (item.facts) again()
      // A video with jobs is reopened and continues; an unreadable one is only read again.
      else void probe(id, item.file).then(() => item.jobs.length > 0 && find(id)?.facts && again())
    },
    applyJobChange,
    applyLog,
  }
}

/** Pauses or resumes a job. Shows the change at once, and reverts it if it cannot be stored. Never rejects. */
async function togglePause(
  { job, pause = { state: 'over', at: '' } }: VideoJob,
  videos: OnDeviceVideos,
  show: (change: JobChange) => void,
): Promise<void> {
  const isPaused = pause.state === 'on'
  show({
    job,
    pause: isPaused ? { ...pause, state: 'ending' } : { state: 'on', at: new Date().toISOString() },
  })
  try {
    await (isPaused ? videos.resume(job.id) : videos.pause(job.id))
  } catch {
    show({ job, pause })
  }
}
