import { queryOptions } from '@tanstack/react-query'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import type { OnProgress } from '#contract/progress.ts'
import type { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#service/background-service.ts'

type Source = { readonly id: string; readonly file: Blob }
type Call = { readonly signal?: AbortSignal; readonly onProgress?: OnProgress }

/** Everything known of one picture, for removing it all at once. */
export const pictureKey = (service: BackgroundService, id: string) => [service.id, 'image', id] as const

/**
 * The result of `source` with exactly `options`. The same request is never sent twice while its result
 * is kept; the matte behind it is kept by the service, so that another look costs no second cut.
 */
export const imageResult = (
  service: BackgroundService,
  source: Source,
  options: ImageOptions,
  call: Call = {},
) =>
  queryOptions<ImageAnswer, ServiceError>({
    queryKey: [...pictureKey(service, source.id), options],
    // Work that has a signal of its own goes on when nobody looks at it any more: reading the query's
    // signal would let the last one who leaves stop it.
    queryFn: (context) =>
      service.removeImage(source.file, options, { ...call, signal: call.signal ?? context.signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Results are files of megabytes, and dragging through colours makes many of them.
    gcTime: 60_000,
  })
