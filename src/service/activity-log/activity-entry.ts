import type { JobId } from '#contract/ids.ts'
import type { Job } from '#contract/job.ts'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import type { Activity } from '#service/activity.ts'

/** The entry with the state of `job`; undefined where nothing changes. */
export const withJob = (activity: Activity, job: Job): Activity | undefined => {
  const { status, progress, credits } = job
  // A job never leaves its final state, so any other state is an older answer that arrived late.
  if (hasEnded(activity)) return
  if (activity.job && activity.state === status && activity.progress === progress) return
  return {
    ...activity,
    job,
    state: status,
    progress,
    credits,
    refunded: status === 'failed' ? credits : 0,
  }
}

/** The entry whose service no longer has its job (D-39); undefined where nothing changes. */
export const withoutJob = (activity: Activity): Activity | undefined =>
  activity.state === 'expired' || activity.kept ? undefined : { ...activity, state: 'expired' }

/** The entry whose result could not be kept, with the error; undefined where nothing changes. */
export const withoutKept = (activity: Activity, thrown: unknown): Activity | undefined => {
  const error = toServiceError(thrown)
  if (isAbort(error) || activity.kept || activity.unkept?.message === error.message) return
  return { ...activity, unkept: error.toPlain() }
}

/** Whether an entry changes no more by itself. */
export const hasEnded = ({ state }: Activity): boolean =>
  state === 'completed' || state === 'failed' || state === 'expired'

/** The job of an entry that may still change; null where there is none. */
export const openJobOf = (activity: Activity): JobId | null =>
  activity.job && !hasEnded(activity) ? activity.job.id : null
