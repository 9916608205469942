import type { QueryClient } from '@tanstack/react-query'
import type { MakeResult } from '#studio/features/image/export/make-result.ts'
import { imageEntries } from '#studio/features/image/export/make-result.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import { videoZipEntries } from '#studio/features/video/export/use-save-video.ts'
import { resultsOf } from '#studio/features/video/queue/video-item.ts'
import type { VideoQueue } from '#studio/features/video/queue/video-queue.ts'
import type { Saved, SavingCall } from '#studio/hooks/use-rescue.ts'
import { canPickTarget, pickTarget } from '#studio/media/pick-target.ts'
import { saveFile } from '#studio/media/save-file.ts'
import { zipInto, zipResults } from '#studio/media/zip-results.ts'
import { countText } from '#studio/messages/format-units.ts'
import type { Keepers } from '#studio/queries/job.ts'
import type { Recipe } from '#studio/state/recipe.ts'

export type SavingParts = {
  readonly images: Pick<ImageQueue, 'get'>
  readonly videos: Pick<VideoQueue, 'get'>
  readonly recipe: Recipe
  readonly makeResult: MakeResult
  readonly client: QueryClient
  readonly keepers: Keepers
}

const zipName = 'clearcut.zip'

/** Videos that come to more than this are not packed in memory. */
const mostInMemoryBytes = 300_000_000

/** How many files there are to save. */
export const countResults = ({ images, videos }: Pick<SavingParts, 'images' | 'videos'>): number =>
  images.get().items.filter(({ state }) => state === 'done').length +
  videos.get().items.reduce((sum, item) => sum + resultsOf(item).length, 0)

/**
 * Saves everything that is finished in one ZIP: pictures by the recipe, videos as they were made. What does not
 * work is left out and named. Rejects with an `AbortError` on abort, and where no ZIP can be made at all.
 */
export async function saveEverything(parts: SavingParts, { signal, onReport }: SavingCall): Promise<Saved> {
  const pictures = parts.images.get().items
  const clips = parts.videos.get().items
  const ofPictures = imageEntries(pictures, parts.recipe, parts.makeResult, signal)
  const ofClips = videoZipEntries(clips, parts.client, parts.keepers)
  const all = [...ofPictures, ...ofClips]
  const call = { signal, onReport }
  const isLarge = ofClips.reduce((sum, { bytes }) => sum + bytes, 0) > mostInMemoryBytes
  const isApart = isLarge && !canPickTarget()
  const failed: string[] = []
  if (isLarge && !isApart) failed.push(...(await zipInto(await pickTarget(zipName), all, call)))
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
  const said = `${countText(all.length - failed.length, 'file')} saved${isApart ? '' : ` as ${zipName}`}`
  return { said, notes: notes.join('. ') }
}

const countOf = (count: number, what: string): string => (count > 0 ? countText(count, what) : '')
