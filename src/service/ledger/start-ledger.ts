import type { ActivityLedger } from '#service/activity.ts'
import type { BackgroundService } from '#service/background-service.ts'
import { broadcastActivity } from './activity-news.ts'
import { indexedDbActivities, memoryActivities, withFallback } from './activity-store.ts'
import { followDeviceJobs } from './follow-device-jobs.ts'
import { type FollowParts, followJobs } from './follow-jobs.ts'
import { opfsResults } from './kept-results.ts'
import { makeThumbnail, thumbnailSidePx } from './make-thumbnail.ts'
import { openLedger } from './open-ledger.ts'
import { pageSight } from './page-sight.ts'
import { recordActivity } from './record-activity.ts'
import { closeInterrupted, ifNobodyKeeps, inOneTab, whileAlive, whileKeeping } from './request-locks.ts'
import { sweepResults } from './sweep-results.ts'

export type LedgerOptions = {
  /** The service of this device; it also draws the first frame of videos. */
  readonly device: BackgroundService
  /** Whether results that were paid for stay on this device, and the news of that. */
  readonly keeping: FollowParts['keeping']
}

/** The ledger of this browser, and the services that write to it. */
export type StartedLedger = {
  readonly ledger: ActivityLedger
  /** The same service, each request of which is an entry. */
  readonly record: (service: BackgroundService) => BackgroundService
  /** Follows the open jobs, here and at the connected service, as long as the page lives. */
  readonly follow: (connection: FollowParts['connection']) => void
}

export const startLedger = ({ device, keeping }: LedgerOptions): StartedLedger => {
  const stored = indexedDbActivities()
  const results = opfsResults()
  const ledger = openLedger({
    store: withFallback(stored, memoryActivities()),
    results,
    news: broadcastActivity(),
    whileKeeping,
  })
  const drawn = async (source: Blob, kind: 'image' | 'video') => {
    if (kind === 'image') return makeThumbnail(source)
    const [frame] = (await device.onDevice?.videos.strip(source, 1, thumbnailSidePx)) ?? []
    return frame ? makeThumbnail(frame) : null
  }
  const now = () => new Date()
  void closeInterrupted(ledger).catch(() => {})
  void ifNobodyKeeps(() => sweepResults(stored, results)).catch(() => {})
  return {
    ledger,
    record: (service) =>
      recordActivity(service, { ledger, thumbnail: drawn, keepsResults: keeping.get, whileAlive, now }),
    follow: (connection) => {
      followDeviceJobs(device, ledger)
      followJobs({ ledger, connection, keeping, sight: pageSight, inOneTab })
    },
  }
}
