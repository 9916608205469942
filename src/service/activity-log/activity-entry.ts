import type { JobId } from '#contract/ids.ts'
import type { Job } from '#contract/job.ts'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import type { Activity } from '#service/activity.ts'

/** The entry with the state of `job`; undefined if nothing changes. */
export const withJob = (activity: Activity, job: Job): Activity | undefined => {
  const { status, progress, credits } = job
  // A job never leaves its final state: another state is an older answer that arrived late.
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

/** The entry of a job that its service has deleted (D-39); undefined if nothing changes. */
export const withoutJob = (activity: Activity): Activity | undefined =>
  activity.state === 'expired' || activity.kept ? undefined : { ...activity, state: 'expired' }

/** The entry with the error that prevented keeping its result; undefined if nothing changes. */
export const withoutKept = (activity: Activity, thrown: unknown): Activity | undefined => {
  const error = toServiceError(thrown)
  if (isAbort(error) || activity.kept || activity.unkept?.message === error.message) return
  return { ...activity, unkept: error.toPlain() }
}

/** Whether an entry is in a final state. */
export const hasEnded = ({ state }: Activity): boolean =>
  state === 'completed' || state === 'failed' || state === 'expired'

/** The unfinished job of an entry; null if there is none. */
export const openJobOf = (activity: Activity): JobId | null =>
  activity.job && !hasEnded(activity) ? activity.job.id : null
