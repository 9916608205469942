import { useEffect, useState } from 'react'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import { isInProgress, phaseOf } from '#studio/features/video/queue/video-item.ts'
import type { VideoQueue } from '#studio/features/video/queue/video-queue.ts'
import { findVideo } from '#studio/features/video/queue/video-state.ts'
import { createStore, type Store } from '#studio/state/create-store.ts'
import { type Desk, type Entry, emptyDesk, laidOut } from './desk-state.ts'

export type DeskStore = Pick<Store<Desk>, 'get' | 'subscribe'> & { readonly select: (entry: Entry) => void }

/** Keeps the list of the page in step with the two queues. */
export function useDesk(images: ImageQueue, videos: VideoQueue): DeskStore {
  const [desk] = useState(() => {
    const store = createStore<Desk>(emptyDesk)
    const select = ({ kind, id }: Entry) => {
      store.set((state) => ({ ...state, selectedId: id }))
      if (kind === 'image') images.select(id)
    }
    return { ...store, select }
  })
  useEffect(() => {
    // What was finished on an earlier visit waits on the list; it takes the stage from nobody.
    const mayShow = ({ kind, id }: Entry) => {
      const video = kind === 'video' ? findVideo(videos.get(), id) : null
      return !video?.isRestored || isInProgress(phaseOf(video))
    }
    let order: readonly string[] = []
    const layOut = () => {
      const present: Entry[] = [
        ...images.get().items.map(({ id }) => ({ kind: 'image' as const, id })),
        ...videos.get().items.map(({ id }) => ({ kind: 'video' as const, id })),
      ]
      order = [...order, ...present.flatMap(({ id }) => (order.includes(id) ? [] : [id]))]
      desk.set((state) => laidOut(state, present, mayShow, order))
    }
    layOut()
    const leave = [images.subscribe(layOut), videos.subscribe(layOut)]
    return () => {
      for (const each of leave) each()
    }
  }, [images, videos, desk])
  return desk
}
