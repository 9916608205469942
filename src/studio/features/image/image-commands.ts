import type { CommandRunners } from '#studio/keyboard/use-commands.ts'
import { steppedBack, type ViewerStore } from '#studio/viewer/viewer-state.ts'
import type { ExportWork } from './export/use-export.ts'
import type { ImageQueue } from './queue/image-queue.ts'
import { isAtWork, type QueueItem } from './queue/queue-state.ts'

type Dependencies = {
  /** The shown picture; null where there is none. */
  readonly item: QueueItem | null
  readonly queue: ImageQueue
  readonly store: ViewerStore
  readonly work: ExportWork
}

/** The keyboard commands for a picture. They answer false where there is none, so that the browser handles the key. */
export const imageCommands = ({ item, queue, store, work }: Dependencies): CommandRunners => ({
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
