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

/** Statistics of a finished job, and what its result lacks. */
export type RunOutcome = {
  readonly stats: Omit<JobStats, 'processing_seconds'>
  readonly leftOut: readonly LeftOut[]
}

/**
 * The worker functions of a job: mattes are written to the origin private file system, edits are propagated once all
 * mattes exist, and rendering follows the available mattes.
 */
export type JobWorkers = Pick<WorkerCalls, 'estimateMattes' | 'propagateEdits' | 'renderVideo'>

type RunParts = {
  readonly work: JobWorkers
  readonly files: Pick<VideoStorage, 'read'>
  readonly withRoom: JobRetention['withRoom']
}

/** Progress and abort of a job's run. */
export type RunCall = {
  readonly signal: AbortSignal
  readonly onProgress: OnJobProgress
}

/** How often a job restarts after each kind of loss. A stall takes ten minutes each time. */
const maxLosses: { readonly [reason in ErrorReason]?: number } = {
  mattes_lost: 3,
  worker_silent: 3,
  job_stalled: 1,
}

/**
 * Makes the result of one job. Both workers run in parallel; if one fails, the other is stopped. Rejects with the first
 * failure, and with the reason `job_stalled` after ten minutes without a report. Restarts after lost mattes, a lost
 * worker, a stall, or after making room on a full disk.
 */
export const runJob = async (stored: StoredJob, parts: RunParts, call: RunCall): Promise<RunOutcome> => {
  const { facts, edits } = stored
  // A canvas depends on the subject in all frames, and edits change earlier and later frames.
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
    // Edits change earlier and later frames, so all are propagated before rendering.
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

/** A job is stalled after twenty checks (ten minutes) without a report. */
const checkEveryMs = 30_000
const maxSilentChecks = 20

const stalled = () => new ServiceError('internal_server_error', { reason: 'job_stalled' })

const sourceMissing = () => new ServiceError('internal_server_error', { reason: 'job_source_missing' })
