import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { QueueState } from '#studio/features/image/queue/queue-state.ts'
import { type SaveVideo, useSaveVideo } from '#studio/features/video/export/use-save-video.ts'
import { resultsOf } from '#studio/features/video/queue/video-item.ts'
import type { VideoQueue } from '#studio/features/video/queue/video-queue.ts'
import type { VideoState } from '#studio/features/video/queue/video-state.ts'
import { type SaveAllWork, useSaveAll, useSaveAllWork } from '#studio/hooks/use-save-all.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { useStore } from '#studio/state/store.ts'
import { type Undo, useUndo } from './undo-bar.tsx'
import type { Workspace, WorkspaceStore } from './workspace.ts'

/** What the list of the page shows and does, on desktops and on phones. */
export type WorkspaceControls = {
  readonly workspace: Workspace
  readonly images: QueueState
  readonly videos: VideoState
  /** Whether there is a result to save. */
  readonly hasResults: boolean
  readonly imageQueue: ImageQueue
  readonly videoQueue: VideoQueue
  readonly select: (id: string) => void
  readonly zip: SaveAllWork
  readonly saving: SaveVideo
  readonly onPick: () => void
  readonly onClear: () => void
  readonly undo: Undo
}

export function useWorkspaceControls(
  store: WorkspaceStore,
  imageQueue: ImageQueue,
  videoQueue: VideoQueue,
  onPick: () => void,
): WorkspaceControls {
  const images = useStore(imageQueue)
  const videos = useStore(videoQueue)
  return {
    workspace: useStore(store),
    images,
    videos,
    hasResults:
      images.items.some(({ state }) => state === 'done') ||
      videos.items.some((item) => resultsOf(item).length > 0),
    imageQueue,
    videoQueue,
    select: store.select,
    zip: useSaveAllWork(useSaveAll(), useAnnounce()),
    saving: useSaveVideo(),
    onPick,
    onClear: () => {
      imageQueue.clear()
      videoQueue.clear()
    },
    undo: useUndo(store, imageQueue, videoQueue),
  }
}
