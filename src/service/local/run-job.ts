import { watchTicks } from '#base/stall-watchdog.ts'
import { type ErrorReason, isStorageReason, type Reason } from '#contract/error-reasons.ts'
import { type JobError, type JobStats, jobErrorOf } from '#contract/job.ts'
import type { OnProgress, Progress } from '#contract/progress.ts'
import { isAbort, isServiceError, ServiceError } from '#contract/service-error.ts'
import { resultPath, type StoredJob } from './job-store.ts'
import { fullStorage, isFull, sourcePath, type VideoStorage } from './video-storage.ts'
import type { VideoJobWorkers } from './video-workers.ts'

/** The statistics of a finished job, and why its result lacks sound. */
export type RunOutcome = {
  readonly stats: Omit<JobStats, 'processing_seconds'>
  readonly audioDropped: Reason | null
}

export type RunParts = { readonly work: VideoJobWorkers; readonly files: Pick<VideoStorage, 'read'> }

export type RunCall = {
  readonly signal: AbortSignal
  /** `ratio`: the share of the frames that are in the result. */
  readonly onProgress: (ratio: number, progress: Progress) => void
}

/** How often a job begins anew after mattes were lost, or a worker stopped answering. */
const maxLosses = 3

const lossReasons: readonly unknown[] = ['mattes_lost', 'worker_silent'] satisfies readonly ErrorReason[]

/**
 * Makes the result of one job. Both workers run at the same time; when one fails, the other is stopped. Rejects with the
 * first failure, and with the reason `job_stalled` where neither worker reports anything for ten minutes. Where mattes
 * or a worker were lost, starts again: what is lost is estimated anew, by a new worker.
 */
export const runJob = async (stored: StoredJob, parts: RunParts, call: RunCall): Promise<RunOutcome> => {
  for (let losses = 1; ; losses++) {
    try {
      return await runOnce(stored, parts, call)
    } catch (thrown) {
      const isLoss = isServiceError(thrown) && lossReasons.includes(thrown.reason)
      if (!isLoss || losses > maxLosses || call.signal.aborted) throw thrown
    }
  }
}

const runOnce = async (
  stored: StoredJob,
  { work, files }: RunParts,
  { signal, onProgress }: RunCall,
): Promise<RunOutcome> => {
  const { facts, videoHash, options, parts, edits } = stored
  const video = await files.read(sourcePath(videoHash))
  if (!video) throw sourceMissing()

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
      first ??= { thrown: stalled() }
      stop.abort()
    },
  })
  // A canvas lies around the subject of all frames, so that the first is rendered after the last matte is there.
  const matteShare = parts?.composition.canvas ? canvasMatteShare : 0
  const report = reporter({ total: facts.frames, matteShare }, onProgress, watchdog.renew)
  const matting = { signal: both, onProgress: report.ofMattes }
  const rendering = { signal: both, onProgress: report.ofRender }
  const makeMattes = async () => {
    const made = await work.estimateMattes({ ...request, level: options.level }, matting)
    if (edits) await work.carryEdits({ ...request, level: options.level, edits }, matting)
    return made
  }
  const extras = { ...(parts && { parts }), ...(edits && { edits }) }
  const toRender = { ...request, options, ...extras, path: resultPath(stored) }
  const estimated = orStop(makeMattes())
  const [mattes, render] = await Promise.allSettled([
    estimated,
    // Edits change mattes before and after their own frame, so they are all carried before the first is rendered.
    edits
      ? estimated.then(() => orStop(work.renderVideo(toRender, rendering)))
      : orStop(work.renderVideo(toRender, rendering)),
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

/** The part of a job's time that its mattes take, where they all come first. */
const canvasMatteShare = 0.7

/**
 * Joins the progress of both workers: the progress of a job is that of its rendering, which follows the mattes. Where
 * all mattes come first, they are `matteShare` of it, unless none was missing. Reports of the matte worker, such as the
 * download of a network, pass only before the first frame is rendered.
 */
const reporter = (
  { total, matteShare }: { readonly total: number; readonly matteShare: number },
  onProgress: RunCall['onProgress'],
  onReport: () => void,
) => {
  let isRendering = false
  let share = 0
  const pass = (ratio: number, all: number, progress: Progress) =>
    onProgress(ratio, { ...progress, ratio, frames: { done: Math.floor(ratio * all), total: all } })
  const ofRender: OnProgress = (progress) => {
    onReport()
    const { done, total: all } = progress.frames ?? { done: 0, total }
    isRendering ||= done > 0
    const ratio = all > 0 ? done / all : 0
    if (!isRendering) return
    if (share > 0) pass(share + (1 - share) * ratio, all, progress)
    else onProgress(ratio, progress)
  }
  const ofMattes: OnProgress = (progress) => {
    onReport()
    if (isRendering) return
    const { done, total: all } = progress.frames ?? { done: 0, total }
    if (done > 0) share = matteShare
    pass(all > 0 ? (share * done) / all : 0, total, progress)
  }
  return { ofMattes, ofRender }
}

/** After twenty checks, ten minutes, without a report of either worker, the job counts as stalled. */
const checkEveryMs = 30_000
const maxSilentChecks = 20

const stalled = () => new ServiceError('internal_server_error', { reason: 'job_stalled' })

const sourceMissing = () => new ServiceError('internal_server_error', { reason: 'job_source_missing' })

/** The error of a job whose work rejected with `thrown`. All faults of the device are `processing_failed` (Spec, Job). */
export const toJobError = (thrown: unknown): JobError => {
  if (isFull(thrown)) return jobErrorOf('processing_failed', fullStorage())
  if (!isServiceError(thrown))
    return jobErrorOf('processing_failed', { reason: isAbort(thrown) ? 'job_stopped' : 'job_failed' })
  const { code, message, reason } = thrown
  const why = reason && ({ reason, ...(thrown.params && { params: thrown.params }) } as Reason)
  if (code !== 'internal_server_error') return { code, message, ...why }
  return jobErrorOf('processing_failed', why ?? { reason: 'job_failed' })
}

/** Whether another try would fail too, or the job was paused too long, so that its files need not be kept. */
export const isHopeless = ({ code, reason }: JobError): boolean =>
  code === 'invalid_video' || isStorageReason(reason) || reason === 'job_paused_too_long'

/** The error of a job that the user cancelled. */
export const cancelled = jobErrorOf('cancelled', { reason: 'job_cancelled' })

/** The error of a job that was begun too often without progress. */
export const gaveUp = jobErrorOf('processing_failed', { reason: 'job_interrupted' })

/** The error of a job that was paused for 24 hours. */
export const pausedTooLong = jobErrorOf('processing_failed', { reason: 'job_paused_too_long' })
