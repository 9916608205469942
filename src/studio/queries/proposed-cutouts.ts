import { queryOptions } from '@tanstack/react-query'
import type { ImageOptions } from '#contract/image-options.ts'
import type { BackgroundService } from '#service/background-service.ts'
import { decodeSmall } from '#studio/media/decode-picture.ts'
import type { ReadableSource } from './image-result.ts'
import { blobId } from './on-device.ts'

/**
 * Other cut-outs of a picture that may be meant, as edits that take them; none where the picture is not open for edits.
 * Its failure is not shown: nothing is offered. `alphaFrom` as in `EditedMatte`.
 */
export const proposedCutouts = (
  service: BackgroundService,
  { id, blob }: ReadableSource,
  options: ImageOptions,
  alphaFrom: Blob | null,
  /** Whether a closer look was taken, from which there may be one more. */
  isCloser: boolean,
) =>
  queryOptions({
    queryKey: [service.id, 'proposedCutouts', id, options.level, alphaFrom && blobId(alphaFrom), isCloser],
    queryFn: async ({ signal }) =>
      (await service.onDevice?.workers.proposeCutouts(
        { image: blob, options, ...(alphaFrom && { alphaFrom }) },
        { signal },
      )) ?? [],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Takes a closer look at a picture, of which later cut-outs know; whether anything was seen. Stops when nobody wants it. */
export const closerLook = (service: BackgroundService, { id, blob }: ReadableSource, options: ImageOptions) =>
  queryOptions({
    queryKey: [service.id, 'closerLook', id, options.level],
    queryFn: async ({ signal }) =>
      (await service.onDevice?.workers.lookCloser({ image: blob, options }, { signal })) ?? false,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Twice the height of a small picture in CSS px, for screens with two device pixels to one. */
const sidePx = 128

/** The original, small; null where the browser cannot decode it. */
export const smallPicture = ({ id, blob }: ReadableSource) =>
  queryOptions({
    queryKey: ['small-picture', id],
    networkMode: 'always',
    queryFn: () => decodeSmall(blob, sidePx).catch(() => null),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
  })
