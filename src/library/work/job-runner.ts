import { sleep } from '#base/timers.ts'
import { isTerminal } from '#contract/job.ts'
import type { TabLock } from '#library/store/cross-tab.ts'
import { gaveUp, toJobError } from '#library/store/job-faults.ts'
import type { JobRetention } from '#library/store/job-retention.ts'
import type { JobEvents } from '#library/store/job-store.ts'
import { isPaused, type JobStore } from '#library/store/job-store.ts'
import type { StoredJob } from '#library/store/stored-job.ts'
import type { JobTransitions } from './job-transitions.ts'
import type { RunCall, RunOutcome } from './run-job.ts'

type RunnerParts = {
  readonly store: JobStore
  readonly transitions: JobTransitions
  readonly events: JobEvents
  readonly lock: TabLock
  /** Makes the result of one job; see run-job.ts. */
  readonly run: (stored: StoredJob, call: RunCall) => Promise<RunOutcome>
  /** The URL from which the result of a finished job is downloaded. */
  readonly resultUrl: (stored: StoredJob) => string
  /** Makes room on a full disk for what is written; see `JobRetention`. */
  readonly withRoom: JobRetention['withRoom']
  /** Deletes the unfinished result of a job. */
  readonly discard: (stored: StoredJob) => Promise<unknown>
  readonly now: () => Date
  /** Called when a job has ended, whether it completed or failed, or was paused. */
  readonly onEnd: () => void
  /** Called with the cause of a failure that is not the video's fault, and with faults of the store. */
  readonly onFault?: (cause: unknown) => void
}

interface JobRunner {
  /**
   * Starts the work on unfinished jobs unless a tab works on them already: one at a time, the oldest first. Jobs that a
   * closed or crashed tab left behind (D-40), and jobs that continue after a pause, come before queued ones.
   */
  wake(): void
}

/** How often a job is begun without progress before it fails, since it may be what crashes the page. */
const maxAttempts = 4

/** How often the progress of a running job is stored and published, in milliseconds. */
const reportEveryMs = 200

/** Runs nothing until it is woken. */
export const openJobRunner = (parts: RunnerParts): JobRunner => {
  const { store, lock, onFault } = parts
  let isAwake = false
  let wasCalled = false

  const drain = async () => {
    for (;;) {
      const next = nextOf(await store.list(), parts.now())
      if (!next) return
      await workOn(next, parts)
    }
  }
  const wake = () => {
    wasCalled = true
    if (isAwake) return
    isAwake = true
    void (async () => {
      while (wasCalled) {
        wasCalled = false
        // The tab with the lock works for all tabs; another takes over when it is closed.
        await lock('jobs', drain).catch((cause: unknown) => onFault?.(cause))
      }
      isAwake = false
    })()
  }
  return { wake }
}

/**
 * The job to work on. One that is `processing` although this tab has the lock was left behind, or continues after a
 * pause. While a job is paused, jobs that were queued before the pause wait, because the user wants the device for
 * something else; jobs that were sent later begin. A pause of a time to come was made before the clock was set back,
 * and tells nothing of which was first.
 */
const nextOf = (jobs: readonly StoredJob[], now: Date): StoredJob | undefined => {
  const open = jobs
    .filter(({ job }) => !isTerminal(job))
    .sort((a, b) => Date.parse(a.job.created_at) - Date.parse(b.job.created_at))
  const pausedAt = Math.max(
    ...open
      .filter(isPaused)
      .map(({ pause }) => Date.parse(pause.at))
      .filter((at) => at <= now.getTime()),
  )
  return (
    open.find((stored) => stored.job.status === 'processing' && !isPaused(stored)) ??
    open.find(({ job }) => job.status === 'queued' && Date.parse(job.created_at) > pausedAt)
  )
}

/**
 * The waits before begin or end of a job are stored again, in milliseconds: one failed write costs no finished result.
 */
const storeAgainMs = [100, 400, 1500, 6000, 20_000] as const

/** Works on one job until it ends or is paused. Rejects only where the store fails. */
const workOn = async (waiting: StoredJob, parts: RunnerParts): Promise<void> => {
  const { transitions, events, run, resultUrl, withRoom, discard, onEnd, onFault } = parts
  const { id } = waiting.job
  if (waiting.attempts.count >= maxAttempts) {
    await transitions.fail(id, gaveUp)
    onEnd()
    return
  }
  const stop = new AbortController()
  const unwatch = events.watch(({ job, pause }) => {
    if (job.id === id && (isTerminal(job) || pause?.state === 'on')) stop.abort()
  })
  /** A write of the job is under way, whose failure says nothing of the work. */
  let isStoring = true
  let reportedAt = Number.NEGATIVE_INFINITY
  const onProgress: RunCall['onProgress'] = (ratio, progress) => {
    if (performance.now() - reportedAt < reportEveryMs) return
    reportedAt = performance.now()
    // No job comes back where another tab ended, paused or deleted it. A report that could not be stored is ignored.
    transitions.advance(id, ratio, progress).then(
      (job) => job ?? stop.abort(),
      () => {},
    )
  }
  try {
    const stored = await untilStored(() => transitions.begin(id), stop.signal)
    if (!stored) return
    isStoring = false
    const outcome = await run(stored, { signal: stop.signal, onProgress })
    isStoring = true
    const complete = () => withRoom(() => transitions.complete(id, resultUrl(stored), outcome))
    await untilStored(complete, stop.signal)
  } catch (thrown) {
    // The store fails for long: the job stays as it is, and begins anew from its mattes when that is over.
    if (isStoring && !stop.signal.aborted) throw thrown
    const error = toJobError(thrown)
    if (!stop.signal.aborted && error.code === 'processing_failed') onFault?.(thrown)
    // Delete the unfinished result first: on a full disk, there is no space to store that the job failed.
    await discard(waiting).catch(() => {})
    // A job that was told to stop has ended or is paused already.
    if (!stop.signal.aborted) await transitions.fail(id, error)
  } finally {
    unwatch()
    onEnd()
  }
}

/** Tries to store a job again after each failure, as long as it is not stopped. Rejects with the last one. */
const untilStored = async <T>(store: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  for (let tries = 0; ; tries++) {
    try {
      return await store()
    } catch (thrown) {
      const waitMs = storeAgainMs[tries]
      if (waitMs === undefined || signal.aborted) throw thrown
      await sleep(waitMs)
    }
  }
}
