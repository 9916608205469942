import type { QueryClient } from '@tanstack/react-query'
import type { ActivityLog } from '#service/activity.ts'
import type { BackgroundService } from '#service/background-service.ts'
import type { Connection } from '#service/connection.ts'
import { imageEntries, type MakeResult, resultMaker } from '#studio/features/image/export/make-result.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import { videoZipEntries } from '#studio/features/video/export/use-save-video.ts'
import { resultsOf } from '#studio/features/video/queue/video-item.ts'
import type { VideoQueue } from '#studio/features/video/queue/video-queue.ts'
import type { SaveAll, SaveAllCall, SaveAllReport } from '#studio/hooks/use-save-all.ts'
import { canPickFile, pickWritable, saveFile } from '#studio/media/save-file.ts'
import { zipInto, zipResults } from '#studio/media/zip-results.ts'
import { countText } from '#studio/messages/format-units.ts'
import type { Keepers } from '#studio/queries/job.ts'
import type { Recipe } from '#studio/state/recipe.ts'
import type { Settings } from '#studio/state/settings.ts'
import type { Store } from '#studio/state/store.ts'

type SaveAllSources = {
  readonly images: Pick<ImageQueue, 'get'>
  readonly videos: Pick<VideoQueue, 'get'>
  readonly recipe: Recipe
  readonly makeResult: MakeResult
  readonly client: QueryClient
  readonly keepers: Keepers
}

const zipName = 'clearcut.zip'

/** Videos that come to more than this are not packed in memory. */
const maxInMemoryBytes = 300_000_000

/** How many files there are to save. */
const countResults = ({ images, videos }: Pick<SaveAllSources, 'images' | 'videos'>): number =>
  images.get().items.filter(({ state }) => state === 'done').length +
  videos.get().items.reduce((sum, item) => sum + resultsOf(item).length, 0)

/**
 * Saves everything that is finished in one ZIP: pictures by the recipe, videos as they were made. What does not
 * work is left out and named. Rejects with an `AbortError` on abort, and where no ZIP can be made at all.
 */
async function saveAllResults(
  parts: SaveAllSources,
  { signal, onReport }: SaveAllCall,
): Promise<SaveAllReport> {
  const pictures = parts.images.get().items
  const clips = parts.videos.get().items
  const ofPictures = imageEntries(pictures, parts.recipe, parts.makeResult, signal)
  const ofClips = videoZipEntries(clips, parts.client, parts.keepers)
  const all = [...ofPictures, ...ofClips]
  const call = { signal, onReport }
  const isLarge = ofClips.reduce((sum, { bytes }) => sum + bytes, 0) > maxInMemoryBytes
  const isApart = isLarge && !canPickFile()
  const failed: string[] = []
  if (isLarge && !isApart) failed.push(...(await zipInto(await pickWritable(zipName), all, call)))
  else {
    const packed = isApart ? ofPictures : all
    if (packed.length > 0) {
      const made = await zipResults(packed, call)
      failed.push(...made.failed)
      saveFile(made.zip, zipName)
    }
    if (isApart)
      for (const { name, make } of ofClips) {
        signal.throwIfAborted()
        await make().then(
          (file) => saveFile(file, name),
          () => failed.push(name),
        )
      }
  }
  const left = [
    countOf(pictures.filter(({ state }) => state !== 'done').length, 'picture'),
    countOf(clips.filter((item) => resultsOf(item).length === 0).length, 'video'),
  ].filter((text) => text !== '')
  const notes = [
    ...(isApart ? ['The videos are too large for a ZIP in this browser, so each was saved by itself'] : []),
    ...(failed.length > 0 ? [`Left out, because they did not work: ${failed.join(', ')}`] : []),
    ...(left.length > 0 ? [`${left.join(' and ')} without a result left out`] : []),
  ]
  const summary = `${countText(all.length - failed.length, 'file')} saved${isApart ? '' : ` as ${zipName}`}`
  return { summary, notes: notes.join('. ') }
}

const countOf = (count: number, what: string): string => (count > 0 ? countText(count, what) : '')

type Queues = { readonly images: ImageQueue; readonly videos: VideoQueue }

type SaveAllParts = {
  readonly service: BackgroundService
  readonly connection: Pick<Connection, 'get'>
  readonly ledger: ActivityLog
  readonly settings: Pick<Store<Settings>, 'get'>
  readonly client: QueryClient
}

/** Saves what is finished without any component: it works as well when none is left. */
export const createSaveAll = (
  parts: SaveAllParts,
): SaveAll & {
  /** Learns where the pictures and videos are. */
  readonly hold: (queues: Queues) => void
} => {
  const { service, connection, ledger, settings, client } = parts
  let queues: Queues | null = null
  return {
    hold: (next) => {
      queues = next
    },
    count: () => (queues ? countResults(queues) : 0),
    save: async (call) => {
      if (!queues) return { summary: '', notes: '' }
      const { images, videos } = queues
      const { recipe } = settings.get()
      const makeResult = resultMaker({ queue: images, service, client })
      const keepers = { device: service, service: connection.get().service, ledger }
      return saveAllResults({ images, videos, recipe, makeResult, client, keepers }, call)
    },
  }
}
