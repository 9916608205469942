import { queryOptions } from '@tanstack/react-query'
import type { ImageOptions } from '#contract/image-options.ts'
import type { BackgroundService } from '#service/background-service.ts'
import { type ReadableSource, requestOf } from './image-result.ts'
import { blobId } from './on-device.ts'

/**
 * Makes ready what the first edit of a picture and its first click would wait for; stops when nobody wants it any more.
 * Its failure is not shown: the first edit tries again, and tells. `alphaFrom` as in `EditedMatte`.
 */
export const editPreparation = (
  service: BackgroundService,
  source: ReadableSource,
  options: ImageOptions,
  alphaFrom: Blob | null,
) =>
  queryOptions({
    queryKey: [
      ...[service.id, 'editPreparation', source.id, options.level, source.isFirstLook ?? false],
      alphaFrom && blobId(alphaFrom),
    ],
    queryFn: async ({ signal }) => {
      const request = { ...requestOf(source, options), ...(alphaFrom && { alphaFrom }) }
      await service.onDevice?.workers.openEdits(request, { signal })
      return true
    },
    staleTime: Number.POSITIVE_INFINITY,
    // The worker keeps one picture open; another one may take its place.
    gcTime: 0,
  })
