import type { ActivityLog } from '#service/activity.ts'
import type { BackgroundService } from '#service/background-service.ts'
import { openJobOf, withJob, withoutJob } from './activity-entry.ts'

/** Progress is written in steps of this, for each is a write in every tab that hears of it. */
const progressStep = 0.02

/** Writes to the log what becomes of this device's own video jobs, until the answer is called. */
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

/** What happened while no page of the studio was open. */
const catchUp = async (device: BackgroundService, log: ActivityLog): Promise<void> => {
  for (const entry of await log.list()) {
    const id = entry.service === device.id ? openJobOf(entry) : null
    if (id === null) continue
    const job = await device.getJob(id).catch(() => null)
    await log.update(entry.id, (activity) => (job ? withJob(activity, job) : withoutJob(activity)))
  }
}
