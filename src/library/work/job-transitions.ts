import type { JobId } from '#contract/ids.ts'
import { advanceJob, isTerminal, type Job, type JobError } from '#contract/job.ts'
import { withLeftOut } from '#contract/left-out.ts'
import type { Progress } from '#contract/progress.ts'
import { pausedTooLong } from '#library/store/job-faults.ts'
import type { JobEvents } from '#library/store/job-store.ts'
import { isOverdue, isPaused, type JobStore, pauseEnd } from '#library/store/job-store.ts'
import type { LocalAccount } from '#library/store/local-account.ts'
import type { JobState, StoredJob } from '#library/store/stored-job.ts'
import type { RunOutcome } from './run-job.ts'

type TransitionParts = {
  readonly store: JobStore
  readonly events: JobEvents
  readonly account: LocalAccount
  readonly now: () => Date
}

/** All state changes of jobs, stored first and then published to all tabs. */
export interface JobTransitions {
  /** Stores a new queued job and charges its credits (Spec, States and transitions). */
  accept(stored: StoredJob): Promise<void>
  /** Begins or continues a job, and counts the attempt. Undefined if it ended or is paused. */
  begin(id: JobId): Promise<StoredJob | undefined>
  /** Stores the progress. Undefined if the job ended, is paused or was deleted. */
  advance(id: JobId, ratio: number, progress: Progress): Promise<Job | undefined>
  complete(id: JobId, result_url: string, outcome: RunOutcome): Promise<void>
  /** Ends a job in any state as failed, and refunds its credits (D-40). */
  fail(id: JobId, error: JobError): Promise<Job | undefined>
  /** Pauses a running job. The attempt is not counted. */
  pause(id: JobId): Promise<void>
  /** Ends a job's pause; it then waits for its turn. */
  resume(id: JobId): Promise<void>
  /** Fails a job that was paused too long; undefined if it was not, or was resumed. */
  giveUp(id: JobId): Promise<JobState | undefined>
}

export const openJobTransitions = ({ store, events, account, now }: TransitionParts): JobTransitions => {
  const change = async (
    id: JobId,
    next: (stored: JobState) => JobState | undefined,
    progress?: Progress,
  ): Promise<JobState | undefined> => {
    const changed = await store.update(id, (stored) => (isTerminal(stored.job) ? undefined : next(stored)))
    if (!changed) return
    const { job, pause } = changed
    // Refunded before publishing: a listener may read the account.
    if (job.status === 'failed') await account.refund(job.credits, new Date(job.created_at))
    // A progress report may arrive late, so it carries no pause.
    events.publish({ job, ...(progress ? { progress } : pause && { pause }) })
    return changed
  }
  const started = (job: Job): Job =>
    job.status === 'queued' ? advanceJob(job, { type: 'start', at: now() }) : job
  const failed = (job: Job, error: JobError): Job =>
    advanceJob(started(job), { type: 'fail', at: now(), error })

  return {
    accept: async (stored) => {
      await store.put(stored)
      await account.charge(stored.job.credits)
      events.publish({ job: stored.job })
    },
    begin: async (id) => {
      const begun = await change(id, (stored) =>
        isPaused(stored)
          ? undefined
          : {
              ...stored,
              job: started(stored.job),
              attempts: attemptsOf(stored),
              ...(stored.pause && { pause: { ...stored.pause, state: 'over' } }),
            },
      )
      return begun && store.get(id)
    },
    advance: async (id, ratio, progress) => {
      const advanced = (stored: JobState) =>
        isPaused(stored)
          ? undefined
          : {
              ...stored,
              job: advanceJob(stored.job, { type: 'advance', progress: ratio }),
              heardAt: now().toISOString(),
            }
      return (await change(id, advanced, progress))?.job
    },
    complete: async (id, result_url, { stats, leftOut }) => {
      await change(id, (stored) => ({
        ...stored,
        job: advanceJob(stored.job, { type: 'complete', at: now(), result_url, stats }),
        ...withLeftOut([...(stored.leftOut ?? []), ...leftOut]),
      }))
    },
    fail: async (id, error) =>
      (await change(id, (stored) => ({ ...stored, job: failed(stored.job, error) })))?.job,
    pause: async (id) => {
      await change(id, (stored) => {
        const { job, pause, attempts } = stored
        if (job.status !== 'processing' || isPaused(stored)) return
        const isBegun = pause?.state !== 'ending'
        return {
          ...stored,
          pause: { state: 'on', at: now().toISOString(), until: pauseEnd(stored, now()).toISOString() },
          attempts: { ...attempts, count: attempts.count - (isBegun ? 1 : 0) },
        }
      })
    },
    resume: async (id) => {
      await change(id, (stored) =>
        isPaused(stored) ? { ...stored, pause: { ...stored.pause, state: 'ending' } } : undefined,
      )
    },
    giveUp: (id) =>
      change(id, (stored) =>
        isOverdue(stored, now()) ? { ...stored, job: failed(stored.job, pausedTooLong) } : undefined,
      ),
  }
}

/** Progress that resets the count of attempts. */
const minProgress = 0.01

const attemptsOf = ({ job, attempts }: JobState): JobState['attempts'] => {
  const hasProgress = job.progress >= attempts.progress + minProgress
  return hasProgress
    ? { count: 1, progress: job.progress }
    : { count: attempts.count + 1, progress: attempts.progress }
}
