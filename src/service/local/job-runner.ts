import { isTerminal } from '#contract/job.ts'
import type { TabLock } from '#service/cross-tab.ts'
import type { JobEvents } from './job-store.ts'
import { isPaused, type JobStore, type StoredJob } from './job-store.ts'
import type { JobTransitions } from './job-transitions.ts'
import { gaveUp, type RunCall, type RunOutcome, toJobError } from './run-job.ts'

export type RunnerParts = {
  readonly store: JobStore
  readonly transitions: JobTransitions
  readonly events: JobEvents
  readonly lock: TabLock
  /** Makes the result of one job. */
  readonly run: (stored: StoredJob, call: RunCall) => Promise<RunOutcome>
  /** The address that a finished job's result is downloaded from. */
  readonly resultUrl: (stored: StoredJob) => string
  /** Deletes what there is of a result that will never be whole. */
  readonly discard: (stored: StoredJob) => Promise<unknown>
  /** Called when a job has ended, however. */
  readonly onEnd: () => void
  /** Learns what lies behind a job that failed for no reason of its video's, and of faults of the store. */
  readonly onFault?: (cause: unknown) => void
}

export interface JobRunner {
  /**
   * Sees to it that unfinished jobs are worked on, here or in another tab: one at a time, oldest first,
   * and before them any that a closed or crashed tab left behind (D-40) or that goes on after a pause.
   */
  wake(): void
}

/** How often a job is begun that does not get on, before it is given up: it may be what takes the page down. */
const maxAttempts = 4

/** How often a running job is stored and told of, in milliseconds. */
const reportEveryMs = 200

export const openJobRunner = (parts: RunnerParts): JobRunner => {
  const { store, lock, onFault } = parts
  let isAwake = false
  let wasCalled = false

  const drain = async () => {
    for (;;) {
      const next = nextOf(await store.list())
      if (!next) return
      await take(next, parts)
    }
  }
  const wake = () => {
    wasCalled = true
    if (isAwake) return
    isAwake = true
    void (async () => {
      while (wasCalled) {
        wasCalled = false
        // Whoever holds the lock works for all tabs; the others wait, to take over when its tab goes.
        await lock('jobs', drain).catch((cause: unknown) => onFault?.(cause))
      }
      isAwake = false
    })()
  }
  return { wake }
}

/**
 * A job that is `processing` while no tab works on one was left behind, or goes on after a pause. A pause gives
 * the device back: what was in the queue by then does not begin while it lasts. What was sent later is wanted
 * in spite of it, by somebody at the page or by a program that knows of no pause.
 */
const nextOf = (jobs: readonly StoredJob[]): StoredJob | undefined => {
  const open = jobs
    .filter(({ job }) => !isTerminal(job))
    .sort((a, b) => Date.parse(a.job.created_at) - Date.parse(b.job.created_at))
  const pausedAt = Math.max(...open.filter(isPaused).map(({ pause }) => Date.parse(pause.at)))
  return (
    open.find((stored) => stored.job.status === 'processing' && !isPaused(stored)) ??
    open.find(({ job }) => job.status === 'queued' && Date.parse(job.created_at) > pausedAt)
  )
}

/** Works on one job to its end, or until it is paused. Rejects only where the store fails. */
const take = async (waiting: StoredJob, parts: RunnerParts): Promise<void> => {
  const { transitions, events, run, resultUrl, discard, onEnd, onFault } = parts
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
  let reportedAt = Number.NEGATIVE_INFINITY
  const onProgress: RunCall['onProgress'] = (ratio, progress) => {
    if (performance.now() - reportedAt < reportEveryMs) return
    reportedAt = performance.now()
    // A job that another tab ended, paused or forgot is not there to advance; a report that is not taken is no loss.
    transitions.advance(id, ratio, progress).then(
      (job) => job ?? stop.abort(),
      () => {},
    )
  }
  try {
    const stored = await transitions.begin(id)
    if (!stored) return
    const outcome = await run(stored, { signal: stop.signal, onProgress })
    await transitions.complete(id, resultUrl(stored), outcome)
  } catch (thrown) {
    const error = toJobError(thrown)
    if (!stop.signal.aborted && error.code === 'processing_failed') onFault?.(thrown)
    // On a full disk it takes the room of what was written to write down that the job failed.
    await discard(waiting).catch(() => {})
    // Where it was told to stop, the job has ended or is paused, and stays so.
    if (!stop.signal.aborted) await transitions.fail(id, error)
  } finally {
    unwatch()
    onEnd()
  }
}
