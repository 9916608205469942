import type { JobId } from '#contract/ids.ts'
import type { Job } from '#contract/job.ts'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import type { Activity } from '#service/activity.ts'

/** The entry once its job was seen as `job`; undefined where that is no news. */
export const withJob = (activity: Activity, job: Job): Activity | undefined => {
  const { status, progress, credits } = job
  // Jobs never leave their end, so what says otherwise is an older answer that came late.
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

/** The entry once its service knows its job no more (D-39). */
export const withoutJob = (activity: Activity): Activity | undefined =>
  activity.state === 'expired' || activity.isKept ? undefined : { ...activity, state: 'expired' }

/** The entry whose result could not be kept, with the reason in words. */
export const withoutKept = (activity: Activity, thrown: unknown): Activity | undefined => {
  const error = toServiceError(thrown)
  if (isAbort(error) || activity.isKept || activity.unkept === error.message) return
  return { ...activity, unkept: error.message }
}

export const hasEnded = ({ state }: Activity): boolean =>
  state === 'completed' || state === 'failed' || state === 'expired'

/** The job of an entry that may still change; null where there is none. */
export const openJobOf = (activity: Activity): JobId | null =>
  activity.job && !hasEnded(activity) ? activity.job.id : null
