import { queryOptions } from '@tanstack/react-query'
import type { Size } from '#base/geometry.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import type { BackgroundService } from '#library/background-service.ts'
import { type ReadableSource, requestOf } from '#library/pictures/make-picture.ts'
import { decodePicture } from '#studio/media/decode-picture.ts'
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

/** More pixels than any screen shows of a picture at once. */
const maxPixels = 4_000_000

/**
 * The original as pixels to draw from, as large as a screen shows it. Null where the browser cannot decode it: then it
 * cannot be shown either.
 */
export const editedPicture = ({ id, blob }: ReadableSource, size: Size | null) =>
  queryOptions({
    queryKey: ['edited-picture', id, size !== null],
    networkMode: 'always',
    queryFn: () => (size ? decode(blob, size).catch(() => null) : null),
    staleTime: Number.POSITIVE_INFINITY,
    // Bitmaps have megabytes; the next stroke on another picture decodes it again.
    gcTime: 30_000,
  })

const decode = (file: Blob, { width, height }: Size): Promise<ImageBitmap> => {
  const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)))
  return scale === 1
    ? decodePicture(file)
    : decodePicture(file, {
        resizeWidth: Math.max(1, Math.round(width * scale)),
        resizeHeight: Math.max(1, Math.round(height * scale)),
        resizeQuality: 'medium',
      })
}
