import { useEffect } from 'react'
import { useActivityList } from '#studio/hooks/use-activity-list.ts'
import { useConnection } from '#studio/hooks/use-connection.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useStudio } from '#studio/hooks/use-studio.ts'
import { sentVideos } from './sent-jobs.ts'
import type { VideoItem } from './video-item.ts'
import type { VideoQueue } from './video-queue.ts'

/** How many jobs that were taken out are remembered; a service keeps them for a day. */
const mostDismissed = 200

/** Keeps the list in step with what the ledger knows of videos that were sent, also after a reload. */
export function useSentVideos(queue: VideoQueue): void {
  const { id: device } = useService()
  const { service } = useConnection()
  const { settings } = useStudio()
  const list = useActivityList()
  const id = service?.id ?? null
  useEffect(() => {
    if (!list) return
    const { dismissed } = settings.get()
    const sent = sentVideos(list, { device, service: id, nowMs: Date.now() })
    queue.hearSent(sent.filter(({ job }) => !dismissed.includes(job.id)))
  }, [queue, settings, device, id, list])

  useEffect(() => {
    if (id !== null) return
    for (const item of queue.get().items) queue.place(item.id, 'device')
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
        return { ...all, dismissed: [...dismissed, ...gone].slice(-mostDismissed) }
      })
    })
  }, [queue, settings])
}

/** The ids of the jobs that a service has. */
const sentOf = (items: readonly VideoItem[]): readonly string[] =>
  items.flatMap(({ jobs }) => jobs.flatMap(({ job, place }) => (place === 'service' ? [job.id] : [])))
