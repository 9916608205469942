import type { QueryClient } from '@tanstack/react-query'
import type { LayerNames } from '#contract/composition.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import { imageFormats } from '#contract/output-formats.ts'
import type { BackgroundService } from '#service/background-service.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { QueueItem } from '#studio/features/image/queue/queue-state.ts'
import {
  readableSource,
  requestedComposition,
  requestedEdits,
  savedFormat,
  savedOptions,
  savedWork,
  sentOf,
} from '#studio/features/image/queue/result-options.ts'
import { resultName } from '#studio/media/save-file.ts'
import { throttleProgress } from '#studio/media/throttle-progress.ts'
import type { ZipEntry } from '#studio/media/zip-results.ts'
import { fetchResult, imageResult } from '#studio/queries/image-result.ts'
import type { BackgroundPicture } from '#studio/state/background-picture.ts'
import type { Recipe } from '#studio/state/recipe.ts'
import type { Store } from '#studio/state/store.ts'

/** Makes the file of a picture for a recipe; with `layers`, a Photoshop file with layers of these names. */
type MakeResult = (
  item: QueueItem,
  recipe: Recipe,
  signal?: AbortSignal,
  layers?: LayerNames,
) => Promise<ImageAnswer>

type Dependencies = {
  readonly queue: Pick<ImageQueue, 'report'>
  readonly service: BackgroundService
  readonly client: QueryClient
  readonly backgroundPicture: Pick<Store<BackgroundPicture>, 'get'>
}

/**
 * Makes the file to save with its edits and the exact options of the recipe, never the capped ones of the viewer.
 * Nothing is sent from here: of a service's cut-out this device makes every other file, with its alpha. Any other result
 * of a service is returned as it is, also when the recipe has changed since.
 */
export const resultMaker =
  ({ queue, service, client, backgroundPicture }: Dependencies): MakeResult =>
  async (item, recipe, signal = new AbortController().signal, layers = undefined) => {
    const edited = requestedEdits(item)
    const composed = requestedComposition(item, recipe, backgroundPicture.get().picture)
    const options = savedOptions(item, recipe)
    const made = savedWork(item, options, { edited, composed })
    const sent = sentOf(item)
    if (sent && !made && !layers) return sent.answer
    const alphaFrom = sent?.isCutout ? sent.answer.image : null
    const work = layers ? { edited, composed, alphaFrom, layers } : made
    const onProgress = throttleProgress((progress) => queue.report(item.id, progress))
    try {
      const call = { signal, onProgress }
      return await fetchResult(client, imageResult(service, readableSource(item), options, call, work ?? {}))
    } finally {
      queue.report(item.id, null)
    }
  }

/** The ZIP entries of all finished pictures, made with the current recipe. */
export const imageEntries = (
  items: readonly QueueItem[],
  recipe: Recipe,
  makeResult: MakeResult,
  signal: AbortSignal,
): readonly ZipEntry[] =>
  items
    .filter(({ phase }) => phase === 'done')
    .map((item) => ({
      name: resultName(item.name, imageFormats[savedFormat(item, recipe.format)].extension),
      bytes: 0,
      make: async () => (await makeResult(item, recipe, signal)).image,
    }))
