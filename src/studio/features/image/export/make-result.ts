import type { QueryClient } from '@tanstack/react-query'
import { baseName, resultName } from '#base/file-names.ts'
import type { LayerNames } from '#contract/composition.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import { type FileFormat, type FileWriting, fileFormats, setParts } from '#contract/result-file.ts'
import type { BackgroundService } from '#library/background-service.ts'
import { throttleProgress } from '#library/items/throttle-progress.ts'
import type { ImageQueue } from '#library/pictures/image-queue.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { isAsSent, outputOf, sentOf } from '#library/pictures/picture-output.ts'
import { readableSource, savedFormat } from '#library/pictures/result-options.ts'
import { settingsWith } from '#library/recipe/apply-recipe.ts'
import { outputPath } from '#library/recipe/output-names.ts'
import type { Recipe } from '#library/recipe/recipe.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import type { FileToSave } from '#library/save.ts'
import { fetchResult, imageResult } from '#studio/queries/image-result.ts'
import type { BackgroundPictures } from '#studio/state/background-pictures.ts'

type ResultCall = {
  /** Replaces the format of the settings. */
  readonly format?: FileFormat
  /** The names of a Photoshop file's layers. */
  readonly layers?: LayerNames
  /** Writes only this part of the result. */
  readonly part?: FileWriting['part']
  /** The background picture; if absent, the page's picture with the id of the settings. */
  readonly picture?: Blob | null
  readonly signal?: AbortSignal
}

/** Makes the file of a picture with its settings. */
export type MakeResult = (item: PictureItem, call?: ResultCall) => Promise<ImageAnswer>

type Dependencies = {
  readonly queue: Pick<ImageQueue, 'report' | 'use'>
  readonly service: BackgroundService
  readonly client: QueryClient
  readonly backgroundPictures: Pick<BackgroundPictures, 'get'>
}

/**
 * Makes the file to save with its edits and the exact options of the recipe, never the capped ones of the viewer. Sends
 * nothing: from a service's cut-out this device makes every other file, with its alpha. Any other result of a service
 * is returned unchanged, even if the recipe has changed since.
 */
export const resultMaker =
  ({ queue, service, client, backgroundPictures }: Dependencies): MakeResult =>
  async (item, { format, layers, part, picture: own, signal = new AbortController().signal } = {}) => {
    // Copied pictures have 8 bits per channel.
    const recipe = format ? { ...item.recipe, format, depth: 8 as const } : item.recipe
    const picture = own ?? backgroundPictures.get().get(recipe.picture) ?? null
    const whole = outputOf(item, recipe, picture)
    const output = layers
      ? { ...whole, file: null, layers }
      : part
        ? { ...whole, file: { format: recipe.format, ...whole.file, part } }
        : whole
    const sent = sentOf(item)
    if (sent && isAsSent(item, output)) return sent.answer
    const onProgress = throttleProgress((progress) => queue.report(item.id, progress))
    // The saved result is also the shown one.
    queue.use(item.id)
    try {
      const call = { signal, onProgress }
      return await fetchResult(client, imageResult(service, readableSource(item), output, call))
    } finally {
      queue.report(item.id, null)
    }
  }

/** The format of a picture's parts: that of its settings, or PNG if that lacks transparency. */
const partFormat = ({ format }: PictureItem['recipe']): FileFormat =>
  fileFormats[format].alpha ? format : 'png'

/** The files of subject, mask and background of a picture. */
export const partsOf = (
  item: PictureItem,
  makeResult: MakeResult,
  names: Readonly<Record<(typeof setParts)[number], string>>,
): readonly FileToSave[] => {
  const format = partFormat(item.recipe)
  const shaped = { ...item, recipe: { ...item.recipe, format } }
  return setParts.map((part) => ({
    name: `${baseName(item.name)}-${names[part]}.${fileFormats[format].extension}`,
    bytes: 0,
    make: async () => (await makeResult(shaped, { part })).image,
  }))
}

/** The result of a picture with its settings; `wanted` replaces their format. */
export const resultFile = (item: PictureItem, makeResult: MakeResult, wanted?: FileFormat): FileToSave => {
  const format = savedFormat(item, wanted ?? item.recipe.format)
  return {
    name: resultName(item.name, fileFormats[format].extension),
    bytes: 0,
    make: async ({ signal }) => (await makeResult(item, { signal, ...(wanted && { format }) })).image,
  }
}

/** The result of a picture with the settings of a recipe and the same matte, named by the recipe's pattern. */
export const variantFile = (
  item: PictureItem,
  saved: SavedRecipe,
  number: number,
  makeResult: MakeResult,
): FileToSave => {
  const recipe = settingsWith(item, saved, true) as Recipe
  const { extension } = fileFormats[savedFormat(item, recipe.format)]
  const named = { path: item.name, recipe: saved.name, number, date: new Date(), extension }
  return {
    name: outputPath(saved.names, named),
    bytes: 0,
    make: async ({ signal }) =>
      (await makeResult({ ...item, recipe }, { signal, picture: saved.picture })).image,
  }
}
