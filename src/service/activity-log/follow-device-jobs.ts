import { isServiceError } from '#contract/service-error.ts'
import type { ActivityLog } from '#service/activity.ts'
import type { BackgroundService } from '#service/background-service.ts'
import { openJobOf, withJob, withoutJob } from './activity-entry.ts'

/** Progress is stored in steps of this size, since every tab writes each step. */
const progressStep = 0.02

/** Copies changes of this device's video jobs into the log until the returned function is called. */
export const followDeviceJobs = (device: BackgroundService, log: ActivityLog): (() => void) => {
  const leave = device.onDevice?.videos.watch(({ job }) => {
    void log
      .update(job.id, (activity) => {
        const isSmall = job.progress - activity.progress < progressStep
        return isSmall && job.status === activity.state ? undefined : withJob(activity, job)
      })
      .catch(() => {})
  })
  void catchUp(device, log).catch(() => {})
  return () => leave?.()
}

/** Updates the entries whose jobs changed while no page of the studio was open. */
const catchUp = async (device: BackgroundService, log: ActivityLog): Promise<void> => {
  for (const entry of await log.list()) {
    const id = entry.service === device.id ? openJobOf(entry) : null
    if (id === null) continue
    const job = await device.getJob(id).catch(goneOrUnknown)
    if (job === 'unknown') continue
    await log.update(entry.id, (activity) => (job ? withJob(activity, job) : withoutJob(activity)))
  }
}

/** Null for a job that is gone; one that cannot be read now may still be there. */
const goneOrUnknown = (thrown: unknown): null | 'unknown' =>
  isServiceError(thrown) && thrown.code === 'job_not_found' ? null : 'unknown'
