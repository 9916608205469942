import type { CommandRunners } from '#studio/keyboard/use-commands.ts'
import { steppedBack, type ViewerStore } from '#studio/viewer/viewer-state.ts'
import type { ExportWork } from './export/use-export.ts'
import type { ImageQueue } from './queue/image-queue.ts'
import { isAtWork, type QueueItem } from './queue/queue-state.ts'

type Parts = {
  /** The picture on the stage; null where there is none. */
  readonly item: QueueItem | null
  readonly queue: ImageQueue
  readonly store: ViewerStore
  readonly work: ExportWork
}

/** What the keys do for a picture. Without one they do nothing and stay with the browser. */
export const imageCommands = ({ item, queue, store, work }: Parts): CommandRunners => ({
  save: () => (item?.state === 'done' ? work.save(item) : false),
  copy: () => (item?.state === 'done' ? work.copy(item) : false),
  remove: () => (item ? queue.remove(item.id) : false),
  back: () => {
    if (!item) return false
    if (isAtWork(item)) return queue.cancel(item.id)
    const before = steppedBack(store.get())
    return before ? store.set(before) : false
  },
})
