import type { QueryClient } from '@tanstack/react-query'
import type { LayerNames } from '#contract/composition.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import { type FileFormat, fileFormats } from '#contract/result-file.ts'
import type { BackgroundService } from '#service/background-service.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { PictureItem } from '#studio/features/image/queue/picture-item.ts'
import {
  readableSource,
  savedFormat,
  savedRequest,
  sentOf,
} from '#studio/features/image/queue/result-options.ts'
import { resultName } from '#studio/media/save-file.ts'
import { throttleProgress } from '#studio/media/throttle-progress.ts'
import type { ZipEntry } from '#studio/media/zip-results.ts'
import { fetchResult, imageResult } from '#studio/queries/image-result.ts'
import type { BackgroundPictures } from '#studio/state/background-pictures.ts'

type ResultCall = {
  /** In place of the format of its settings. */
  readonly format?: FileFormat
  /** For a Photoshop file: the names of its layers. */
  readonly layers?: LayerNames
  readonly signal?: AbortSignal
}

/** Makes the file of a picture with its settings. */
type MakeResult = (item: PictureItem, call?: ResultCall) => Promise<ImageAnswer>

type Dependencies = {
  readonly queue: Pick<ImageQueue, 'report' | 'use'>
  readonly service: BackgroundService
  readonly client: QueryClient
  readonly backgroundPictures: Pick<BackgroundPictures, 'get'>
}

/**
 * Makes the file to save with its edits and the exact options of the recipe, never the capped ones of the viewer.
 * Nothing is sent from here: of a service's cut-out this device makes every other file, with its alpha. Any other result
 * of a service is returned as it is, also when the recipe has changed since.
 */
export const resultMaker =
  ({ queue, service, client, backgroundPictures }: Dependencies): MakeResult =>
  async (item, { format, layers, signal = new AbortController().signal } = {}) => {
    // A picture that is copied is a plain one.
    const recipe = format ? { ...item.recipe, format, depth: 8 as const } : item.recipe
    const picture = backgroundPictures.get().get(recipe.picture) ?? null
    const { options, work: made } = savedRequest(item, recipe, picture)
    const sent = sentOf(item)
    if (sent && !made && !layers) return sent.answer
    const alphaFrom = sent?.isCutout ? sent.answer.image : null
    const work = layers ? { ...made, alphaFrom, file: null, layers } : made
    const onProgress = throttleProgress((progress) => queue.report(item.id, progress))
    // What was saved is what is shown.
    queue.use(item.id)
    try {
      const call = { signal, onProgress }
      return await fetchResult(client, imageResult(service, readableSource(item), options, call, work ?? {}))
    } finally {
      queue.report(item.id, null)
    }
  }

/** The ZIP entries of all finished pictures, each made with its settings. */
export const imageEntries = (
  items: readonly PictureItem[],
  makeResult: MakeResult,
  signal: AbortSignal,
): readonly ZipEntry[] =>
  items
    .filter(({ phase }) => phase === 'done')
    .map((item) => ({
      name: resultName(item.name, fileFormats[savedFormat(item, item.recipe.format)].extension),
      bytes: 0,
      make: async () => (await makeResult(item, { signal })).image,
    }))
