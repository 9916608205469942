import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useActivityList } from '#studio/hooks/use-activity-list.ts'
import { useWakeLock } from '#studio/hooks/use-browser-state.ts'
import { useConnection, useService } from '#studio/hooks/use-service.ts'
import { useStudio } from '#studio/hooks/use-studio.ts'
import type { ItemList } from '#studio/items/item-list.ts'
import { activeItem } from '#studio/items/tab-progress.ts'
import { jobQuery } from '#studio/queries/job.ts'
import { useStore } from '#studio/state/store.ts'
import type { SaveVideo } from './export/save-video.ts'
import { sentVideos } from './queue/restored-jobs.ts'
import { activeJob, currentRunLocation, type VideoItem } from './queue/video-item.ts'
import type { VideoQueue } from './queue/video-queue.ts'

type Props = {
  readonly list: ItemList
  readonly queue: VideoQueue
  readonly saving: SaveVideo
}

/**
 * Follows the jobs of all videos while the page is shown, and keeps the screen on while this device works on one or saves
 * its frames.
 */
export function VideoUpkeep({ list, queue, saving }: Props) {
  const { items } = useStore(queue)
  const { running } = useStore(saving.frames)
  const here = items.filter((item) => currentRunLocation(item) === 'device')
  useSentVideos(queue)
  usePolling(queue)
  useWakeLock(running !== null || activeItem(here, list) !== null)
  return null
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
