import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { videoAnnouncement } from '#studio/features/video/words/video-words.ts'
import { useConnection } from '#studio/hooks/use-connection.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useStore } from '#studio/hooks/use-store.ts'
import { useAnnounce, useStudio } from '#studio/hooks/use-studio.ts'
import { useWakeLock } from '#studio/hooks/use-wake-lock.ts'
import { jobQuery } from '#studio/queries/job.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { pacedBy } from '#studio/state/pace.ts'
import { sendVideos } from './send-videos.ts'
import { useSentVideos } from './use-sent-videos.ts'
import { atWork, openJob, placeNow, resultsOf } from './video-item.ts'
import { createVideoQueue, type VideoQueue } from './video-queue.ts'
import { findVideo, type VideoState } from './video-state.ts'

/** The page's videos: hears of every change, speaks of it, learns the pace, keeps the screen on. */
export function useVideoQueue(): VideoQueue {
  const service = useService()
  const client = useQueryClient()
  const { settings } = useStudio()
  const announce = useAnnounce()
  const { service: remote } = useConnection()
  const connected = useRef(remote)
  const [queue] = useState(() =>
    createVideoQueue(service, sendVideos({ client, service: () => connected.current })),
  )
  const { items } = useStore(queue)

  useEffect(() => {
    connected.current = remote
  }, [remote])

  useEffect(() => {
    const leave = service.onDevice?.videos.watch(queue.hear)
    void queue.restore()
    return leave
  }, [service, queue])

  useEffect(() => {
    let before = queue.get()
    return queue.subscribe(() => {
      const after = queue.get()
      const words = videoAnnouncement(before, after)
      for (const { job, options } of newResults(before, after))
        settings.set((all) => ({ ...all, pace: pacedBy(all.pace, job, options) }))
      // The first job fetched the model: what is still missing is another amount now.
      if (openCount(after) < openCount(before))
        void client.invalidateQueries({ queryKey: deviceReport(service).queryKey })
      before = after
      if (words) announce(words)
    })
  }, [queue, client, service, settings, announce])

  useSentVideos(queue)
  usePolling(queue)
  useWakeLock(atWork(items.filter((item) => placeNow(item) === 'device')) !== null)
  return queue
}

/** Asks for the open jobs of this device at intervals, for moments that send no news. */
function usePolling(queue: VideoQueue): void {
  const service = useService()
  const client = useQueryClient()
  const { items } = useStore(queue)
  const open = items.flatMap((item) => {
    const job = openJob(item)
    return job?.place === 'device' ? [job.job.id] : []
  })
  useQueries({ queries: open.map((id) => jobQuery(service, id)) })
  useEffect(
    () =>
      client.getQueryCache().subscribe(({ type, query }) => {
        const [, kind, id] = query.queryKey
        if (type !== 'updated' || kind !== 'job') return
        const { data, error } = query.state
        if (error?.code === 'job_not_found') queue.expire(String(id))
        else if (data) queue.hear({ job: data })
      }),
    [client, queue],
  )
}

/** How many videos are being worked on. */
const openCount = ({ items }: VideoState): number => items.filter((item) => openJob(item)).length

/** Results that were not there before and were made while the page looked on, at one go: a pause is no work. */
const newResults = (before: VideoState, after: VideoState) =>
  after.items.flatMap((item) => {
    const old = findVideo(before, item.id)
    if (!old || old === item) return []
    const known = new Set(resultsOf(old).map(({ job }) => job.id))
    return resultsOf(item).filter(
      ({ job, place, pause }) => place === 'device' && !pause && !known.has(job.id),
    )
  })
