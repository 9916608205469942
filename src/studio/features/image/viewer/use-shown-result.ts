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

/** How long the recipe must stay unchanged before a new result is made, in milliseconds. */
const settleMs = 150

export type ShownResult = {
  /** The result to show: the previous one stays while the next is made. Null before the first. */
  readonly answer: ImageAnswer | null
  /** The service made it, not this device. */
  readonly isSent: boolean
  /** The service made it with another recipe. It is sent again only when the user asks for it. */
  readonly isStale: boolean
  /** The options that Save will use. */
  readonly options: ImageOptions
  readonly isUpdating: boolean
  /** The result is of an earlier recipe, because making the next one was stopped. */
  readonly isBehind: boolean
  readonly error: ServiceError | null
  readonly update: () => void
  readonly stop: () => void
}

type Dependencies = {
  readonly item: QueueItem
  readonly info: PictureInfo | undefined
  readonly queue: ImageQueue
  /** The zoom is so high that a capped result would look blurred: the exact one is made. */
  readonly isExact: boolean
}

/**
 * The result of an item with the current recipe. This device caches the matte, so that a change of the recipe only
 * composes and encodes again; the network runs again when the level changes. A result of the connected service stays
 * as it is until the picture is sent again.
 */
export function useShownResult({ item, info, queue, isExact }: Dependencies): ShownResult {
  const service = useService()
  const client = useQueryClient()
  const [recipe] = useRecipe()
  const options = useMemo(() => toImageOptions(recipe), [recipe])
  const size = info?.size ?? null
  const shown = useMemo(() => (isExact ? options : toPreviewOptions(options, size)), [options, size, isExact])
  const wanted = useMemo(() => ({ id: item.id, shown }), [item.id, shown])
  const settled = useDebounced(wanted, settleMs)
  const isHere = item.runLocation === 'device'
  // Another picture is shown at once: the options that settled belong to the one before.
  const query = imageResult(service, item, settled.id === item.id ? settled.shown : shown, {
    onProgress: throttleProgress((progress) => queue.report(item.id, progress)),
  })
  const result = useQuery({
    ...query,
    // Waits for the size of the picture, which decides the options.
    enabled: isHere && item.state === 'done' && info !== undefined,
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[2] === item.id ? previous : (item.answer ?? undefined),
  })
  if (!isHere)
    return {
      answer: item.serviceResult?.answer ?? result.data ?? item.answer,
      isSent: item.serviceResult !== null,
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
