import { imageFormats } from '#contract/output-formats.ts'
import type { QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { savedFormat } from '#studio/features/image/queue/sent-options.ts'
import { resultName } from '#studio/media/file-names.ts'
import type { ZipEntry } from '#studio/media/zip-results.ts'
import type { Recipe } from '#studio/state/recipe.ts'
import type { MakeResult } from './make-result.ts'

/** Every finished picture, made by the recipe as it is now. */
export const imageEntries = (
  items: readonly QueueItem[],
  recipe: Recipe,
  makeResult: MakeResult,
  signal: AbortSignal,
): readonly ZipEntry[] =>
  items
    .filter(({ state }) => state === 'done')
    .map((item) => ({
      name: resultName(item.name, imageFormats[savedFormat(item, recipe.format)].extension),
      bytes: 0,
      make: async () => (await makeResult(item, recipe, signal)).image,
    }))
