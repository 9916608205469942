import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { type SaveVideo, useSaveVideo } from '#studio/features/video/export/use-save-video.ts'
import { resultsOf, type VideoItem } from '#studio/features/video/queue/video-item.ts'
import type { VideoQueue } from '#studio/features/video/queue/video-queue.ts'
import { type SaveAllWork, useSaveAll, useSaveAllWork } from '#studio/hooks/use-save-all.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import type { ItemList, ItemListState } from '#studio/items/item-list.ts'
import { useStore } from '#studio/state/store.ts'
import { type Undo, useUndo } from './undo-bar.tsx'

/** What the list of the page shows and does, on desktops and on phones. */
export type WorkspaceControls = {
  readonly state: ItemListState
  readonly list: ItemList
  readonly images: readonly QueueItem[]
  readonly videos: readonly VideoItem[]
  /** Whether there is a result to save. */
  readonly hasResults: boolean
  readonly imageQueue: ImageQueue
  readonly videoQueue: VideoQueue
  readonly zip: SaveAllWork
  readonly saving: SaveVideo
  readonly onPick: () => void
  readonly onClear: () => void
  readonly undo: Undo
}

export function useWorkspaceControls(
  list: ItemList,
  imageQueue: ImageQueue,
  videoQueue: VideoQueue,
  onPick: () => void,
): WorkspaceControls {
  const { items: images } = useStore(imageQueue)
  const { items: videos } = useStore(videoQueue)
  return {
    state: useStore(list),
    list,
    images,
    videos,
    hasResults:
      images.some(({ state }) => state === 'done') || videos.some((item) => resultsOf(item).length > 0),
    imageQueue,
    videoQueue,
    zip: useSaveAllWork(useSaveAll(), useAnnounce()),
    saving: useSaveVideo(),
    onPick,
    onClear: () => list.remove(list.get().items.map(({ id }) => id)),
    undo: useUndo(list),
  }
}
