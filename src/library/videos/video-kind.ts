import { type FileKind, mediaOf } from '#contract/file-kinds.ts'
import { isMovingPicture } from '#formats/moving-pictures.ts'
import type { OnDeviceVideos } from '#library/background-service.ts'
import { isInProgress } from '#library/items/item.ts'
import type { ItemKind } from '#library/items/item-kind.ts'
import { videoRecipeParts } from '#library/recipe/recipe-parts.ts'
import { keepingVideos } from './keeping-videos.ts'
import type { Trim } from './trim-range.ts'
import { canEditFrames, currentRunLocation, phaseOf, type VideoItem } from './video-item.ts'
import type { VideoQueue } from './video-queue.ts'
import { newVideo } from './video-state.ts'

/** Fields of the kind that the caller provides. */
type Given = Pick<ItemKind<VideoItem>, 'firstRecipe' | 'remember' | 'stepEdits'>

/** The kind of clips. `videos` has the jobs of this device. */
export const videoKind = (
  queue: VideoQueue,
  videos: Pick<OnDeviceVideos, 'list' | 'cancel'> | undefined,
  given: Given,
): ItemKind<VideoItem> => ({
  ...queue.lifecycle,
  ...given,
  name: 'video',
  accepts: ({ file, fileKind }) => isVideoFile(file, fileKind),
  create: async (file, recipe) => newVideo(file, recipe),
  // Jobs of the API are listed, but not selected automatically.
  mayShow: (item) => item.isFileOwn || isInProgress(phaseOf(item)),
  restore: queue.restore,
  phase: phaseOf,
  workLocation: currentRunLocation,
  isEditable: canEditFrames,
  part: {
    of: ({ facts, trim }) => (facts ? trim : undefined),
    choose: ({ id }, trim) => queue.setTrim(id, trim as Trim),
  },
  recipeParts: videoRecipeParts,
  keeping: keepingVideos(
    async () => (await videos?.list()) ?? [],
    async (id) => videos?.cancel(id),
  ),
})

const videoName = /\.(mp4|m4v|mov|qt|webm|mkv|avi|wmv|flv|mpe?g|m2?ts|3gp|ogv)$/i

/**
 * Whether a file is a video, by its first bytes (D-1), or else by its name, so that a broken video gets the message of
 * a video. Never rejects.
 */
export async function isVideoFile(file: File, kind: FileKind): Promise<boolean> {
  if (mediaOf(kind) === 'video') return true
  if (isShownMoving(kind) && (await isMovingPicture(file, kind))) return true
  return (kind === 'unknown' || kind === 'empty') && videoName.test(file.name)
}

/** Without ImageDecoder only the first frame of an AVIF is read, as a picture. */
const isShownMoving = (kind: FileKind) => 'ImageDecoder' in globalThis || kind !== 'avif'
