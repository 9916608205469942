import { isServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { OpenDatabase } from '#library/store/database.ts'
import type { KeptResults } from '#library/store/kept-results.ts'
import type { ActivityLog } from '#service/activity.ts'
import { openJobOf, withJob, withoutJob } from './activity-entry.ts'
import {
  broadcastActivityEvents,
  memoryActivities,
  storedActivities,
  withFallback,
} from './activity-store.ts'
import { type FollowParts, followRemoteJobs, pageVisibility } from './follow-remote-jobs.ts'
import { openActivityLog } from './open-activity-log.ts'
import { recordActivity } from './record-activity.ts'
import { closeInterrupted, inOneTab, whileAlive } from './request-locks.ts'

/** Height of a video's frame in pixels: more than twice that of a thumbnail on the page. */
const frameHeightPx = 112

type ActivityLogOptions = {
  /** Also makes thumbnails of videos, and of pictures that the browser cannot show. */
  readonly device: BackgroundService
  /** Whether results that cost credits are kept on this device. */
  readonly keeping: FollowParts['keeping']
  /** Makes a small copy of a picture; rejects if this browser cannot show it. */
  readonly makeThumbnail: (picture: Blob) => Promise<Blob>
  /** Called before a result is kept; see `openAskToKeep`. */
  readonly askToKeep: () => void
  readonly database: OpenDatabase
  readonly results: KeptResults
}

/** The activity log, and functions that write to it. */
type StartedActivityLog = {
  readonly log: ActivityLog
  /** Wraps a service so that each request is logged. */
  readonly record: (service: BackgroundService) => BackgroundService
  /** Follows unfinished jobs of this device and of the connected service until the page closes. */
  readonly follow: (connection: FollowParts['connection']) => void
}

export const startActivityLog = ({
  device,
  keeping,
  makeThumbnail,
  askToKeep,
  database,
  results,
}: ActivityLogOptions): StartedActivityLog => {
  const log = openActivityLog({
    store: withFallback(storedActivities(database), memoryActivities()),
    results,
    events: broadcastActivityEvents(),
    askToKeep,
  })
  const drawn = async (source: Blob, kind: 'image' | 'video') => {
    if (kind === 'image')
      return makeThumbnail(source).catch(async () => {
        const shown = await device.onDevice?.workers.convertPicture({ image: source })
        return shown ? makeThumbnail(shown.file) : null
      })
    const first = { video: source, count: 1, heightPx: frameHeightPx }
    const [frame] = (await device.onDevice?.workers.thumbnails(first)) ?? []
    return frame ? makeThumbnail(frame) : null
  }
  const now = () => new Date()
  void closeInterrupted(log).catch(() => {})
  return {
    log,
    record: (service) =>
      recordActivity(service, { log, thumbnail: drawn, keepsResults: keeping.get, whileAlive, now }),
    follow: (connection) => {
      followDeviceJobs(device, log)
      followRemoteJobs({ log, connection, keeping, visibility: pageVisibility, inOneTab })
    },
  }
}

/** Progress is stored in steps of this size, since every tab writes each step. */
const progressStep = 0.02

/** Copies changes of this device's jobs into the log until the returned function is called. */
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

/** Updates entries whose jobs changed while no page was open. */
const catchUp = async (device: BackgroundService, log: ActivityLog): Promise<void> => {
  for (const entry of await log.list()) {
    const id = entry.service === device.id ? openJobOf(entry) : null
    if (id === null) continue
    const job = await device.getJob(id).catch(goneOrUnknown)
    if (job === 'unknown') continue
    await log.update(entry.id, (activity) => (job ? withJob(activity, job) : withoutJob(activity)))
  }
}

/** Null for a job that is gone; an unreadable job may still exist. */
const goneOrUnknown = (thrown: unknown): null | 'unknown' =>
  isServiceError(thrown) && thrown.code === 'job_not_found' ? null : 'unknown'
