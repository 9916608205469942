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
import { messages } from '#studio/messages/messages.ts'
import type { ResultSources } from '#studio/queries/job.ts'
import type { BackgroundPicture } from '#studio/state/background-picture.ts'
import type { Recipe } from '#studio/state/recipe.ts'
import type { Settings } from '#studio/state/settings.ts'
import type { Store } from '#studio/state/store.ts'

type SaveAllSources = {
  readonly images: Pick<ImageQueue, 'get'>
  readonly videos: Pick<VideoQueue, 'get'>
  readonly recipe: Recipe
  readonly makeResult: MakeResult
  readonly client: QueryClient
  readonly sources: ResultSources
}

const text = messages.app.saveAll
const zipName = 'clearcut.zip'

/** Videos that are larger than this together are not packed in memory. */
const maxInMemoryBytes = 300_000_000

/** How many files there are to save. */
const countResults = ({ images, videos }: Pick<SaveAllSources, 'images' | 'videos'>): number =>
  images.get().items.filter(({ state }) => state === 'done').length +
  videos.get().items.reduce((sum, item) => sum + resultsOf(item).length, 0)

/**
 * Saves all results in one ZIP: pictures by the current recipe, videos as they were made. Results that fail are left
 * out and named. Rejects with an `AbortError` on abort, or if no ZIP can be made.
 */
async function saveAllResults(
  parts: SaveAllSources,
  { signal, onReport }: SaveAllCall,
): Promise<SaveAllReport> {
  const pictures = parts.images.get().items
  const videos = parts.videos.get().items
  const pictureEntries = imageEntries(pictures, parts.recipe, parts.makeResult, signal)
  const videoEntries = videoZipEntries(videos, parts.client, parts.sources)
  const all = [...pictureEntries, ...videoEntries]
  const call = { signal, onReport }
  const isLarge = videoEntries.reduce((sum, { bytes }) => sum + bytes, 0) > maxInMemoryBytes
  const savesSingly = isLarge && !canPickFile()
  const failed: string[] = []
  if (isLarge && !savesSingly) failed.push(...(await zipInto(await pickWritable(zipName), all, call)))
  else {
    const packed = savesSingly ? pictureEntries : all
    if (packed.length > 0) {
      const made = await zipResults(packed, call)
      failed.push(...made.failed)
      saveFile(made.zip, zipName)
    }
    if (savesSingly)
      for (const { name, make } of videoEntries) {
        signal.throwIfAborted()
        await make().then(
          (file) => saveFile(file, name),
          () => failed.push(name),
        )
      }
  }
  const openPictures = pictures.filter(({ state }) => state !== 'done').length
  const openVideos = videos.filter((item) => resultsOf(item).length === 0).length
  const notes = [
    ...(savesSingly ? [text.savedSingly] : []),
    ...(failed.length > 0 ? [text.failed(failed)] : []),
    ...(openPictures + openVideos > 0 ? [text.withoutResult(openPictures, openVideos)] : []),
  ]
  const saved = all.length - failed.length
  const summary = savesSingly ? text.saved(saved) : text.savedAs(saved, zipName)
  return { summary, notes: notes.join('. ') }
}

type Queues = { readonly images: ImageQueue; readonly videos: VideoQueue }

type SaveAllParts = {
  readonly service: BackgroundService
  readonly connection: Pick<Connection, 'get'>
  readonly activityLog: ActivityLog
  readonly settings: Pick<Store<Settings>, 'get'>
  readonly backgroundPicture: Pick<Store<BackgroundPicture>, 'get'>
  readonly client: QueryClient
}

/** Saves results without any component, so that it works even after the whole page has failed. */
export const createSaveAll = (
  parts: SaveAllParts,
): SaveAll & {
  /** Must be called with the queues before there is anything to save. */
  readonly setQueues: (queues: Queues) => void
} => {
  const { service, connection, activityLog, settings, backgroundPicture, client } = parts
  let queues: Queues | null = null
  return {
    setQueues: (next) => {
      queues = next
    },
    count: () => (queues ? countResults(queues) : 0),
    save: async (call) => {
      if (!queues) return { summary: '', notes: '' }
      const { images, videos } = queues
      const { recipe } = settings.get()
      const makeResult = resultMaker({ queue: images, service, client, backgroundPicture })
      const sources = { device: service, service: connection.get().service, activityLog }
      return saveAllResults({ images, videos, recipe, makeResult, client, sources }, call)
    },
  }
}
