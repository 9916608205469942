import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ServiceError } from '#contract/service-error.ts'
import { parseVideoEdits } from '#contract/video-edits.ts'
import type { BackgroundService } from '#service/background-service.ts'
import { parseSavedHistory } from '#studio/edit/saved-history.ts'
import { useSavedEdits } from '#studio/edit/use-saved-edits.ts'
import { useActivityList } from '#studio/hooks/use-activity-list.ts'
import { avoidsPreloading, useWakeLock } from '#studio/hooks/use-browser-state.ts'
import { useConnection, useService } from '#studio/hooks/use-service.ts'
import { useAnnounce, useStudio } from '#studio/hooks/use-studio.ts'
import { addUsedCredits, refetchAccount } from '#studio/queries/account.ts'
import { jobQuery } from '#studio/queries/job.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { deviceSpeedAfter } from '#studio/state/device-speed.ts'
import { useStore } from '#studio/state/store.ts'
import { sentVideos } from './restored-jobs.ts'
import { videoAnnouncement } from './video-announcement.ts'
import {
  activeJob,
  activeVideo,
  currentRunLocation,
  editedFile,
  findsMattes,
  groundOf,
  resultsOf,
  type VideoItem,
} from './video-item.ts'
import { createVideoQueue, type VideoQueue } from './video-queue.ts'
import { findVideo, type VideoState } from './video-state.ts'
import { warmWhileReady } from './warm-networks.ts'

/** The video queue of the page: follows all jobs, announces changes, measures the speed, keeps the screen on. */
export function useVideoQueue(): VideoQueue {
  const service = useService()
  const client = useQueryClient()
  const { settings, announcer } = useStudio()
  const announce = useAnnounce()
  const { service: remote } = useConnection()
  const connected = useRef(remote)
  const [queue] = useState(() =>
    createVideoQueue(service, submitToService({ client, service: () => connected.current })),
  )
  const { items } = useStore(queue)

  useEffect(() => {
    connected.current = remote
  }, [remote])

  useEffect(() => {
    const leave = service.onDevice?.videos.watch(queue.applyJobChange)
    void queue.restore()
    return leave
  }, [service, queue])

  useEffect(() => {
    let before = queue.get()
    return queue.subscribe(() => {
      const after = queue.get()
      const text = videoAnnouncement(before, after)
      for (const { made, hasMattes } of newResults(before, after)) {
        const file = { ...made.options, ground: groundOf(made), hasMattes }
        settings.set((all) => ({ ...all, pace: deviceSpeedAfter(all.pace, made.job, file) }))
      }
      // A finished job may have downloaded model files, so that fewer are missing now.
      if (activeCount(after) < activeCount(before))
        void client.invalidateQueries({ queryKey: deviceReport(service).queryKey })
      before = after
      if (text) announce(text)
    })
  }, [queue, client, service, settings, announce])

  useEffect(() => {
    const workers = service.onDevice?.workers
    if (!workers || avoidsPreloading()) return
    return warmWhileReady({ queue, settings, warm: workers.warmVideo, network: window })
  }, [service, queue, settings])

  const [savedItems] = useState(() => ({
    get: () => queue.get().items.map((item) => ({ ...item, file: editedFile(item) })),
    subscribe: queue.subscribe,
    restore: queue.setEdits,
    parse: (stored: unknown) => parseSavedHistory(stored, parseVideoEdits),
  }))
  useSavedEdits(savedItems, service.onDevice?.videos.savedEdits, announcer)
  useSentVideos(queue)
  usePolling(queue)
  useWakeLock(activeVideo(items.filter((item) => currentRunLocation(item) === 'device')) !== null)
  return queue
}

/** Polls the active jobs of this device, for changes that were not sent. */
function usePolling(queue: VideoQueue): void {
  const service = useService()
  const client = useQueryClient()
  const { items } = useStore(queue)
  const open = items.flatMap((item) => {
    const job = activeJob(item)
    return job?.runLocation === 'device' ? [job.job.id] : []
  })
  useQueries({ queries: open.map((id) => jobQuery(service, id)) })
  useEffect(
    () =>
      client.getQueryCache().subscribe(({ type, query }) => {
        const [, kind, id] = query.queryKey
        if (type !== 'updated' || kind !== 'job') return
        const { data, error } = query.state
        if (error?.code === 'job_not_found') queue.expire(String(id))
        else if (data) queue.applyJobChange({ job: data })
      }),
    [client, queue],
  )
}

/** How many videos have an active job. */
const activeCount = ({ items }: VideoState): number => items.filter((item) => activeJob(item)).length

/**
 * New results of this device that were made without a pause, so that their duration can be measured. Where the alpha of a
 * service is read meanwhile, that says nothing of other work.
 */
const newResults = (before: VideoState, after: VideoState) =>
  after.items.flatMap((item) => {
    const old = findVideo(before, item.id)
    if (!old || old === item) return []
    const known = new Set(resultsOf(old).map(({ job }) => job.id))
    return resultsOf(item).flatMap((made) => {
      const { job, runLocation, pause, isAlphaGiven } = made
      if (runLocation !== 'device' || pause || known.has(job.id)) return []
      const hasMattes = findsMattes(item, made)
      return hasMattes || !isAlphaGiven ? [{ made, hasMattes }] : []
    })
  })

type Parts = {
  readonly client: QueryClient
  /** The service that is connected now. */
  readonly service: () => BackgroundService | null
}

/** Submits videos to the service. The price of the job is counted at once, then the account is read again. */
const submitToService =
  ({ client, service }: Parts): BackgroundService['submitVideo'] =>
  async (video, options, call) => {
    const to = service()
    if (!to) throw new ServiceError('authentication_error')
    try {
      const job = await to.submitVideo(video, options, call)
      addUsedCredits(client, to, job.credits)
      return job
    } finally {
      // Also after an error: only the service knows whether it charged the video.
      void refetchAccount(client, to)
    }
  }

/** How many removed jobs are remembered; a service keeps jobs for a day. */
const maxDismissed = 200

/** Keeps the list in step with the sent videos of the activity log, also after a reload. */
function useSentVideos(queue: VideoQueue): void {
  const { id: device } = useService()
  const { service } = useConnection()
  const { settings } = useStudio()
  const list = useActivityList()
  const id = service?.id ?? null
  useEffect(() => {
    if (!list) return
    const { dismissed } = settings.get()
    const sent = sentVideos(list, { device, service: id, nowMs: Date.now() })
    queue.applySentVideos(sent.filter(({ job }) => !dismissed.includes(job.id)))
  }, [queue, settings, device, id, list])

  useEffect(() => {
    if (id !== null) return
    for (const item of queue.get().items) queue.setRunLocation(item.id, 'device')
  }, [queue, id])

  useEffect(() => {
    let before = queue.get().items
    return queue.subscribe(() => {
      const { items } = queue.get()
      const gone = sentOf(before).filter((id) => !sentOf(items).includes(id))
      const back = sentOf(items).filter((id) => settings.get().dismissed.includes(id))
      before = items
      if (gone.length === 0 && back.length === 0) return
      settings.set((all) => {
        const dismissed = all.dismissed.filter((id) => !back.includes(id))
        return { ...all, dismissed: [...dismissed, ...gone].slice(-maxDismissed) }
      })
    })
  }, [queue, settings])
}

/** The ids of the jobs that run on a service. */
const sentOf = (items: readonly VideoItem[]): readonly string[] =>
  items.flatMap(({ jobs }) =>
    jobs.flatMap(({ job, runLocation }) => (runLocation === 'service' ? [job.id] : [])),
  )
