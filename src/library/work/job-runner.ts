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
  readonly run: (stored: StoredJob, call: RunCall) => Promise<RunOutcome>
  /** The download URL of a finished job's result. */
  readonly resultUrl: (stored: StoredJob) => string
  /** Makes room on a full disk; see `JobRetention`. */
  readonly withRoom: JobRetention['withRoom']
  readonly discard: (stored: StoredJob) => Promise<unknown>
  readonly now: () => Date
  /** Called when a job completed, failed or was paused. */
  readonly onEnd: () => void
  /** Called with faults of the store, and causes of failures other than the video. */
  readonly onFault?: (cause: unknown) => void
}

interface JobRunner {
  /**
   * Processes unfinished jobs unless a tab already does: one at a time, oldest first. Jobs left by a closed or crashed
   * tab (D-40), and resumed jobs, come before queued ones.
   */
  wake(): void
}

/** How often a job is started without progress before it fails, since it may crash the page. */
const maxAttempts = 4

/** Interval for storing and publishing progress, in milliseconds. */
const reportEveryMs = 200

/** Starts no job before `wake`. */
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
        // The tab with the lock works for all tabs; when it closes, another takes over.
        await lock('jobs', drain).catch((cause: unknown) => onFault?.(cause))
      }
      isAwake = false
    })()
  }
  return { wake }
}

/**
 * The next job. A `processing` one was left behind or resumed, since this tab has the lock. While a job is paused, jobs
 * queued before the pause wait, since the user needs the device; later jobs begin. A pause in the future precedes a
 * change of the clock, and orders nothing.
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

/** Delays between attempts to store a job's begin or end, in milliseconds: one failed write loses no result. */
const storeAgainMs = [100, 400, 1500, 6000, 20_000] as const

/** Processes one job until it ends or is paused. Rejects only if the store fails. */
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
  /** Whether a write of the job is pending: its failure is not one of the work. */
  let isStoring = true
  let reportedAt = Number.NEGATIVE_INFINITY
  const onProgress: RunCall['onProgress'] = (ratio, progress) => {
    if (performance.now() - reportedAt < reportEveryMs) return
    reportedAt = performance.now()
    // A missing job was ended, paused or deleted by another tab. A report that could not be stored is ignored.
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
    // The store keeps failing: the job stays, and restarts from its mattes later.
    if (isStoring && !stop.signal.aborted) throw thrown
    const error = toJobError(thrown)
    if (!stop.signal.aborted && error.code === 'processing_failed') onFault?.(thrown)
    // Deleted first: a full disk has no room to store the failure.
    await discard(waiting).catch(() => {})
    // An aborted job has ended or is paused.
    if (!stop.signal.aborted) await transitions.fail(id, error)
  } finally {
    unwatch()
    onEnd()
  }
}

/** Repeats `store` after failures until aborted. Rejects with the last failure. */
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
