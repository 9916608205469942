import { expect, test, vi } from 'vitest'
import type { Job } from '#contract/job.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService, JobChange, OnDevice } from '#library/background-service.ts'
import { followDeviceJobs } from '#service/activity-log/start-activity-log.ts'
import { eventually } from '#support/eventually.ts'
import { activityOf, jobOf, memoryActivityLog } from '#support/memory-activity.ts'
import { recordingService } from '#support/recording-service.ts'

const open = activityOf({ id: 'job_one', service: 'local', kind: 'video', state: 'queued', job: jobOf() })

const deviceOf = (getJob: () => Promise<Job>) => {
  const listeners = new Set<(change: JobChange) => void>()
  const watch = (listener: (change: JobChange) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const onDevice = { videos: { watch } } as unknown as OnDevice
  const device: BackgroundService = { ...recordingService(), id: 'local', getJob, onDevice }
  const tell = (job: Job) => {
    for (const listener of listeners) listener({ job })
  }
  return { device, tell }
}

test('changes of this device’s jobs are stored, progress in steps', async () => {
  const log = memoryActivityLog()
  await log.put(open)
  const { device, tell } = deviceOf(async () => jobOf())
  const stop = followDeviceJobs(device, log)
  const written = vi.fn()
  log.watch(written)
  for (const progress of [0.01, 0.015, 0.5, 0.501, 0.505]) tell(jobOf({ status: 'processing', progress }))
  await eventually(async () => expect((await log.list())[0]).toMatchObject({ progress: 0.5 }))
  expect(written).toHaveBeenCalledTimes(2)
  tell(jobOf({ status: 'failed', progress: 0.6, error: { code: 'cancelled', message: 'x' } }))
  await eventually(async () => expect((await log.list())[0]).toMatchObject({ state: 'failed', refunded: 35 }))
  stop()
})

test('jobs that ended without a page are updated; unknown ones expire', async () => {
  const log = memoryActivityLog()
  await log.put(open)
  followDeviceJobs(deviceOf(async () => jobOf({ status: 'completed', progress: 1 })).device, log)
  await eventually(async () => expect((await log.list())[0]).toMatchObject({ state: 'completed' }))

  const other = memoryActivityLog()
  await other.put(open)
  followDeviceJobs(deviceOf(() => Promise.reject(new ServiceError('job_not_found'))).device, other)
  await eventually(async () => expect((await other.list())[0]).toMatchObject({ state: 'expired' }))
})
