import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import type { ServiceError } from '#contract/service-error.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { isStale, toPreviewOptions } from '#studio/features/image/queue/result-options.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useRecipe } from '#studio/hooks/use-studio.ts'
import { useDebounced } from '#studio/hooks/use-timer.ts'
import { throttleProgress } from '#studio/media/throttle-progress.ts'
import { imageResult } from '#studio/queries/image-result.ts'
import type { PictureInfo } from '#studio/queries/picture-info.ts'
import { toImageOptions } from '#studio/state/recipe.ts'

/** How long the recipe must stay the same before a new result is made. */
const settleMs = 150

export type ShownResult = {
  /** The latest result to show: the last one stays while the next is made or sent for. Null before there is one. */
  readonly answer: ImageAnswer | null
  /** The service made it, not this device. */
  readonly isSent: boolean
  /** The service made it with another recipe. Nothing is sent again without being asked for. */
  readonly isStale: boolean
  /** What Save will send. */
  readonly options: ImageOptions
  readonly isUpdating: boolean
  /** The last result does not follow the recipe, because making the next was stopped. */
  readonly isBehind: boolean
  readonly error: ServiceError | null
  readonly update: () => void
  readonly stop: () => void
}

type Wanted = {
  readonly item: QueueItem
  readonly look: PictureInfo | undefined
  readonly queue: ImageQueue
  /** Looked at so closely that a capped result would look soft: then the exact one is made. */
  readonly closeUp: boolean
}

/**
 * The result of an item by the recipe as it is now. This device keeps the matte, so that another look
 * composes and writes only; the network runs again when the level was changed. What the connected service
 * made stays as it is until it is sent again.
 */
export function useShownResult({ item, look, queue, closeUp }: Wanted): ShownResult {
  const service = useService()
  const client = useQueryClient()
  const [recipe] = useRecipe()
  const options = useMemo(() => toImageOptions(recipe), [recipe])
  const size = look?.size ?? null
  const shown = useMemo(() => (closeUp ? options : toPreviewOptions(options, size)), [options, size, closeUp])
  const wanted = useMemo(() => ({ id: item.id, shown }), [item.id, shown])
  const settled = useDebounced(wanted, settleMs)
  // Another picture is shown at once, by its own options.
  const isHere = item.place === 'device'
  const query = imageResult(service, item, settled.id === item.id ? settled.shown : shown, {
    onProgress: throttleProgress((progress) => queue.report(item.id, progress)),
  })
  const result = useQuery({
    ...query,
    // Read again only for what is on the stage; waits for the size, which decides what is asked for.
    enabled: isHere && item.state === 'done' && look !== undefined,
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[2] === item.id ? previous : (item.answer ?? undefined),
  })
  if (!isHere)
    return {
      answer: item.sent?.answer ?? result.data ?? item.answer,
      isSent: item.sent !== null,
      isStale: isStale(item, options),
      options,
      isUpdating: false,
      isBehind: false,
      error: null,
      update: () => queue.send([item.id]),
      stop: () => queue.cancel(item.id),
    }
  return {
    answer: item.state === 'done' ? (result.data ?? item.answer) : null,
    isSent: false,
    isStale: false,
    options,
    isUpdating: result.isFetching,
    isBehind: result.isPlaceholderData && !result.isFetching && !result.error && item.state === 'done',
    error: result.error,
    update: () => void result.refetch(),
    stop: () => void client.cancelQueries({ queryKey: query.queryKey }),
  }
}
