import { createTaskQueue } from '#base/promises.ts'
import { createBlobHolder } from '#channel/persistent-blobs.ts'
import type { Level } from '#contract/image-options.ts'
import type { BackgroundService } from '#library/background-service.ts'
import { openBatchLedger } from '#library/batch/batch-ledger.ts'
import { openBatchDatabase } from '#library/store/batch-database.ts'
import { webLock, webTabNames } from '#library/store/cross-tab.ts'
import type { OpenDatabase } from '#library/store/database.ts'
import { storedEdits } from '#library/store/edit-store.ts'
import { hashFile, hashOnce } from '#library/store/file-hashes.ts'
import { heldMattes } from '#library/store/item-mattes.ts'
import { storedItems } from '#library/store/item-records.ts'
import { openItemStore } from '#library/store/item-store.ts'
import { broadcastJobEvents, storedJobs } from '#library/store/job-store.ts'
import { type KeptResults, openKeptResults } from '#library/store/kept-results.ts'
import { openLocalAccount, storedCredits } from '#library/store/local-account.ts'
import { opfsFiles } from '#library/store/stored-files.ts'
import { opfsVideoStorage } from '#library/store/video-storage.ts'
import { openWorkers } from '#library/workers/open-workers.ts'
import { callWorkers } from '#library/workers/worker-calls.ts'
import { storedActivities } from '#service/activity-log/activity-store.ts'
import { openLocalService, openUnreadable } from './local-service.ts'
import { openLocalVideos } from './local-videos.ts'

type StartedLocalService = { readonly service: BackgroundService; readonly results: KeptResults }

/**
 * The service of this device with real workers, storage and clock; each worker starts with its first call. `base`:
 * absolute address of the studio, with trailing slash. `askToKeep`: called before anything is kept; see
 * `openAskToKeep`. `database`: everything kept except files. `results`: kept by the activity log.
 */
export const startLocalService = (
  base: string,
  askToKeep: () => void,
  database: OpenDatabase,
): StartedLocalService => {
  let lastLevel: Level | undefined
  const blobs = createBlobHolder()
  const channels = openWorkers({ lastLevel: () => lastLevel, blobs })
  const calls = callWorkers(channels)
  const now = () => new Date()
  const account = openLocalAccount(storedCredits(database), now)
  const hashVideo = hashOnce((video) => calls.hashVideo({ video }))
  // One at a time: hundreds of photos may come at once, and each is in memory meanwhile.
  const enqueueHash = createTaskQueue()
  const hashPicture = hashOnce((picture) => enqueueHash(() => hashFile(picture)))
  const jobs = storedJobs(database)
  const records = storedItems(database)
  const batches = openBatchLedger(openBatchDatabase())
  const edits = storedEdits(database, now)
  const videos = openLocalVideos({
    // A job's call is queued, and its worker replaced if it does not stop; calls of the page run concurrently.
    work: {
      ...calls,
      propagateEdits: (request, call) => channels.matte.call('propagateEdits', request, call),
    },
    tools: calls,
    store: jobs,
    files: opfsVideoStorage(),
    events: broadcastJobEvents(),
    lock: webLock,
    ownList: () => keptItems.ownList(),
    account,
    askToKeep,
    itemFiles: records.files,
    savedEdits: edits(hashVideo),
    now,
    base,
    onFault: (thrown) =>
      console.error('A video job failed:', thrown, thrown instanceof Error ? thrown.cause : ''),
  })
  const savedEdits = edits(hashPicture)
  const hashes = (kind: string) => (kind === 'video' ? hashVideo : hashPicture)
  // Some WebKits lack `navigator.storage`.
  const estimate = async () => navigator.storage.estimate()
  const keptItems = openItemStore({
    records,
    files: opfsFiles(),
    mattes: heldMattes(blobs),
    hashes,
    lock: webLock,
    sweepFiles: videos.retention.sweep,
    names: webTabNames,
    jobs: videos.owned,
    now,
    estimate,
  })
  const service = openLocalService({
    calls,
    account,
    videos,
    savedEdits: {
      ...savedEdits,
      write: (picture, edits) => {
        if (edits) askToKeep()
        return videos.retention.withRoom(() => savedEdits.write(picture, edits))
      },
    },
    keptItems,
    unreadable: openUnreadable([jobs, records, storedActivities(database), batches], () =>
      Promise.all([videos.retention.sweep(), keptItems.found()]),
    ),
    onLevel: (level) => {
      lastLevel = level
    },
  })
  const results = openKeptResults({
    files: opfsFiles(),
    hashes,
    lock: webLock,
    sweep: videos.retention.sweep,
    estimate,
  })
  return { service, results }
}
