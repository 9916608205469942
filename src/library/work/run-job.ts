import { watchTicks } from '#base/stall-watchdog.ts'
import type { ErrorReason } from '#contract/error-reasons.ts'
import type { JobStats } from '#contract/job.ts'
import type { LeftOut } from '#contract/left-out.ts'
import type { OnProgress } from '#contract/progress.ts'
import { isServiceError, ServiceError } from '#contract/service-error.ts'
import type { CallOptions } from '#library/call-options.ts'
import type { JobRetention } from '#library/store/job-retention.ts'
import { mattePathOf, resultPath } from '#library/store/job-store.ts'
import { filePath } from '#library/store/stored-files.ts'
import type { StoredJob } from '#library/store/stored-job.ts'
import { mattesPath, sourcePathOf, type VideoStorage } from '#library/store/video-storage.ts'
import type { WorkerCalls } from '#library/workers/worker-calls.ts'
import { createJobProgress, type JobProgress, type OnJobProgress } from './job-progress.ts'

/** The statistics of a finished job, and what its result lacks. */
export type RunOutcome = {
  readonly stats: Omit<JobStats, 'processing_seconds'>
  readonly leftOut: readonly LeftOut[]
}

/**
 * The functions that make a job: mattes are written to the browser's file system, edits are propagated once all are
 * there, and the result is rendered from what is there so far.
 */
export type JobWorkers = Pick<WorkerCalls, 'estimateMattes' | 'propagateEdits' | 'renderVideo'>

type RunParts = {
  readonly work: JobWorkers
  readonly files: Pick<VideoStorage, 'read'>
  readonly withRoom: JobRetention['withRoom']
}

/** How the run of a job is followed and stopped. */
export type RunCall = {
  readonly signal: AbortSignal
  readonly onProgress: OnJobProgress
}

/** How often a job begins anew after each kind of loss. A job that stands still takes ten minutes each time. */
const maxLosses: { readonly [reason in ErrorReason]?: number } = {
  mattes_lost: 3,
  worker_silent: 3,
  job_stalled: 1,
}

/**
 * Makes the result of one job. Both workers run at the same time; when one fails, the other is stopped. Rejects with
 * the first failure, and with the reason `job_stalled` where neither worker reports anything for ten minutes. Where
 * mattes or a worker were lost, or both stood still, or room was made on a full disk, starts again: what is lost is
 * estimated anew, by a new worker.
 */
export const runJob = async (stored: StoredJob, parts: RunParts, call: RunCall): Promise<RunOutcome> => {
  const { facts, edits } = stored
  // A canvas lies around the subject of all frames, and edits change frames before and after their own.
  const isStaged = Boolean(edits || stored.parts?.composition.canvas)
  const progress = createJobProgress(
    { frames: facts.frames, hasEdits: Boolean(edits), isStaged },
    call.onProgress,
  )
  for (let losses = 1; ; losses++) {
    try {
      return await parts.withRoom(() => {
        progress.restart()
        return runOnce(stored, parts, call.signal, progress)
      })
    } catch (thrown) {
      const reason = isServiceError(thrown) ? thrown.reason : undefined
      if (losses > ((reason && maxLosses[reason]) ?? 0) || call.signal.aborted) throw thrown
    }
  }
}

const runOnce = async (
  stored: StoredJob,
  { work, files }: Omit<RunParts, 'withRoom'>,
  signal: AbortSignal,
  progress: JobProgress,
): Promise<RunOutcome> => {
  const { facts, alphaHash, options, parts, edits } = stored
  const video = await files.read(sourcePathOf(stored))
  const alphaFrom = alphaHash === undefined ? null : await files.read(filePath(alphaHash))
  if (!video || (alphaHash !== undefined && !alphaFrom)) throw sourceMissing()

  const stop = new AbortController()
  const both = AbortSignal.any([signal, stop.signal])
  let first: { readonly thrown: unknown } | undefined
  const orStop = <T>(part: Promise<T>): Promise<T> =>
    part.catch((thrown: unknown) => {
      first ??= { thrown }
      stop.abort()
      throw thrown
    })

  const request = { video, facts, mattes: mattesPath(stored) }
  const watchdog = watchTicks({
    tickMs: checkEveryMs,
    maxTicks: maxSilentChecks,
    onStall: () => {
      first ??= { thrown: stalled() }
      stop.abort()
    },
  })
  const callOf = (onProgress: OnProgress): CallOptions => ({
    signal: both,
    onProgress: (report) => {
      watchdog.renew()
      onProgress(report)
    },
  })
  const rendering = callOf(progress.ofRender)
  const makeMattes = async () => {
    const matteRequest = { ...request, level: options.level }
    const given = alphaFrom && { alphaFrom }
    const made = await work.estimateMattes({ ...matteRequest, ...given }, callOf(progress.ofMattes))
    if (edits) await work.propagateEdits({ ...matteRequest, edits }, callOf(progress.ofEdits))
    return made
  }
  const extras = { ...(parts && { parts }), ...(edits && { edits }) }
  const mattePath = mattePathOf(stored)
  const paths = { path: resultPath(stored), ...(mattePath !== undefined && { mattePath }) }
  const toRender = { ...request, options, ...extras, ...paths }
  const estimated = orStop(makeMattes())
  const [mattes, render] = await Promise.allSettled([
    estimated,
    // Edits change mattes before and after their own frame, so they are all propagated before the first is rendered.
    edits
      ? estimated.then(() => orStop(work.renderVideo(toRender, rendering)))
      : orStop(work.renderVideo(toRender, rendering)),
  ])
  watchdog.end()
  if (mattes.status === 'rejected' || render.status === 'rejected') throw first?.thrown

  const { width, height, bytes, leftOut, encodeWaitSeconds } = render.value
  const stats = {
    output_width: width,
    output_height: height,
    matting_seconds: rounded(mattes.value.mattingSeconds),
    decode_wait_seconds: rounded(mattes.value.decodeWaitSeconds + render.value.decodeWaitSeconds),
    encode_wait_seconds: rounded(encodeWaitSeconds),
    scene_cuts: mattes.value.sceneCuts,
    output_bytes: bytes,
  }
  return { stats, leftOut }
}

const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000

/** After twenty checks, ten minutes, without a report of either worker, the job counts as stalled. */
const checkEveryMs = 30_000
const maxSilentChecks = 20

const stalled = () => new ServiceError('internal_server_error', { reason: 'job_stalled' })

const sourceMissing = () => new ServiceError('internal_server_error', { reason: 'job_source_missing' })
