import type { OnDeviceVideos } from '#library/background-service.ts'
import { isInProgress } from '#library/items/item.ts'
import type { ItemKind } from '#library/items/item-kind.ts'
import { videoRecipeParts } from '#library/recipe/recipe-parts.ts'
import { isVideoFile } from './is-video-file.ts'
import { keepingVideos } from './keeping-videos.ts'
import { canEditFrames, currentRunLocation, phaseOf, type VideoItem } from './video-item.ts'
import type { VideoQueue } from './video-queue.ts'
import { newVideo } from './video-state.ts'

/** The part of a kind that whoever opens it decides. */
type Given = Pick<ItemKind<VideoItem>, 'firstRecipe' | 'remember' | 'stepEdits'>

/** Clips as a kind of items. `videos` has the jobs of this device. */
export const videoKind = (
  queue: VideoQueue,
  videos: Pick<OnDeviceVideos, 'list'> | undefined,
  given: Given,
): ItemKind<VideoItem> => ({
  ...queue.lifecycle,
  ...given,
  name: 'video',
  accepts: ({ file, fileKind }) => isVideoFile(file, fileKind),
  create: async (file, recipe) => newVideo(file, recipe),
  // What the API made is listed, but not shown by itself.
  mayShow: (item) => item.isFileOwn || isInProgress(phaseOf(item)),
  restore: queue.restore,
  phase: phaseOf,
  workLocation: currentRunLocation,
  isEditable: canEditFrames,
  recipeParts: videoRecipeParts,
  keeping: keepingVideos(async () => (await videos?.list()) ?? []),
})
