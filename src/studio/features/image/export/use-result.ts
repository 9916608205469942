import { useQueryClient } from '@tanstack/react-query'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { paceProgress } from '#studio/media/pace-progress.ts'
import { imageResult } from '#studio/queries/image-result.ts'
import { type Recipe, toImageOptions } from '#studio/state/recipe.ts'

/**
 * Makes the file to keep: the exact options of the recipe, never the stage's capped ones. What the service
 * made is kept as it is, whatever the recipe says by now: nothing is sent from here.
 */
export function useResult(queue: ImageQueue) {
  const service = useService()
  const client = useQueryClient()
  return async (
    item: QueueItem,
    recipe: Recipe,
    signal = new AbortController().signal,
  ): Promise<ImageAnswer> => {
    if (item.place === 'service' && item.sent) return item.sent.answer
    try {
      return await client.fetchQuery(
        imageResult(service, item, toImageOptions(recipe), {
          signal,
          onProgress: paceProgress((progress) => queue.report(item.id, progress)),
        }),
      )
    } finally {
      queue.report(item.id, null)
    }
  }
}
