import { watchTicks } from '#base/stall-watchdog.ts'
import type { Reason } from '#contract/error-reasons.ts'
import { type JobError, type JobStats, jobErrorOf } from '#contract/job.ts'
import type { OnProgress, Progress } from '#contract/progress.ts'
import { isAbort, isServiceError, ServiceError } from '#contract/service-error.ts'
import { resultPath, type StoredJob } from './job-store.ts'
import { isFull, sourcePath, type VideoStorage } from './video-storage.ts'
import type { VideoJobWorkers } from './video-workers.ts'

/** What a finished job has to tell. */
export type RunOutcome = {
  readonly stats: Omit<JobStats, 'processing_seconds'>
  readonly audioDropped: string | null
}

export type RunParts = { readonly work: VideoJobWorkers; readonly files: Pick<VideoStorage, 'read'> }

export type RunCall = {
  readonly signal: AbortSignal
  /** `ratio`: the share of the frames that are in the result. */
  readonly onProgress: (ratio: number, progress: Progress) => void
}

/** How often mattes that cannot be read any more are estimated anew. */
const maxMatteLosses = 3

/**
 * Makes one job's result: mattes and rendering at the same time, each waiting for the other where it must.
 * When one fails the other is stopped, and what failed first is what this rejects with; where kept mattes cannot
 * be read any more, it is made again with new ones.
 */
export const runJob = async (stored: StoredJob, parts: RunParts, call: RunCall): Promise<RunOutcome> => {
  for (let losses = 1; ; losses++) {
    try {
      return await runOnce(stored, parts, call)
    } catch (thrown) {
      const isLoss = isServiceError(thrown) && thrown.reason === 'mattes_lost'
      if (!isLoss || losses > maxMatteLosses || call.signal.aborted) throw thrown
    }
  }
}

const runOnce = async (
  stored: StoredJob,
  { work, files }: RunParts,
  { signal, onProgress }: RunCall,
): Promise<RunOutcome> => {
  const { facts, videoHash, options } = stored
  const video = await files.read(sourcePath(videoHash))
  if (!video) throw sourceGone()

  const stop = new AbortController()
  const both = AbortSignal.any([signal, stop.signal])
  let first: { readonly thrown: unknown } | undefined
  const orStop = <T>(part: Promise<T>): Promise<T> =>
    part.catch((thrown: unknown) => {
      first ??= { thrown }
      stop.abort()
      throw thrown
    })

  const request = { video, facts, videoHash }
  const watchdog = watchTicks({
    tickMs: checkEveryMs,
    maxTicks: maxSilentChecks,
    onStall: () => {
      first ??= { thrown: stoodStill() }
      stop.abort()
    },
  })
  const report = reporter(facts.frames, onProgress, watchdog.renew)
  const [mattes, render] = await Promise.allSettled([
    orStop(
      work.estimateMattes(
        { ...request, level: options.level },
        { signal: both, onProgress: report.ofMattes },
      ),
    ),
    orStop(
      work.renderVideo(
        { ...request, options, path: resultPath(stored) },
        { signal: both, onProgress: report.ofRender },
      ),
    ),
  ])
  watchdog.end()
  if (mattes.status === 'rejected' || render.status === 'rejected') throw first?.thrown

  const { width, height, bytes, audioDropped, encodeWaitSeconds } = render.value
  const stats = {
    output_width: width,
    output_height: height,
    matting_seconds: rounded(mattes.value.mattingSeconds),
    decode_wait_seconds: rounded(mattes.value.decodeWaitSeconds + render.value.decodeWaitSeconds),
    encode_wait_seconds: rounded(encodeWaitSeconds),
    scene_cuts: mattes.value.sceneCuts,
    output_bytes: bytes,
  }
  return { stats, audioDropped }
}

const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000

/**
 * One report out of two: a job is as far as its rendering; what the mattes say is of interest only until
 * the first frame is rendered, for a network may have to be fetched until then.
 */
const reporter = (total: number, onProgress: RunCall['onProgress'], onReport: () => void) => {
  let isRendering = false
  const ofRender: OnProgress = (progress) => {
    onReport()
    const { done, total: all } = progress.frames ?? { done: 0, total }
    isRendering ||= done > 0
    if (isRendering) onProgress(all > 0 ? done / all : 0, progress)
  }
  const ofMattes: OnProgress = (progress) => {
    onReport()
    if (!isRendering) onProgress(0, { ...progress, ratio: 0, frames: { done: 0, total } })
  }
  return { ofMattes, ofRender }
}

/** Twenty checks, ten minutes, without a report from either worker: a part of the work will never end. */
const checkEveryMs = 30_000
const maxSilentChecks = 20

const stoodStill = () => new ServiceError('internal_server_error', { reason: 'job_stalled' })

const sourceGone = () => new ServiceError('internal_server_error', { reason: 'job_source_missing' })

/** What ended a job, as the job says it. Faults of the device are all `processing_failed` (Spec, Job). */
export const toJobError = (thrown: unknown): JobError => {
  if (isFull(thrown)) return jobErrorOf('processing_failed', { reason: 'storage_full' })
  if (!isServiceError(thrown))
    return jobErrorOf('processing_failed', { reason: isAbort(thrown) ? 'job_stopped' : 'job_failed' })
  const { code, message, reason } = thrown
  const why = reason && ({ reason, ...(thrown.params && { params: thrown.params }) } as Reason)
  if (code !== 'internal_server_error') return { code, message, ...why }
  return jobErrorOf('processing_failed', why ?? { reason: 'job_failed' })
}

/** Nothing is kept for another try: the file is broken, storage is full, or the job was kept for long enough. */
export const isHopeless = ({ code, reason }: JobError): boolean =>
  code === 'invalid_video' || reason === 'storage_full' || reason === 'job_paused_too_long'

/** How a job ends that somebody stopped. */
export const cancelled = jobErrorOf('cancelled', { reason: 'job_cancelled' })

/** How a job ends that took its page down each time. */
export const gaveUp = jobErrorOf('processing_failed', { reason: 'job_interrupted' })

/** How a job ends that was paused and did not go on. */
export const pausedTooLong = jobErrorOf('processing_failed', { reason: 'job_paused_too_long' })
