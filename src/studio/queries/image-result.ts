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

/** Pixels below this alpha belong to no subject (D-14). */
const minAlpha = 0.05 * 255
const sidePx = 64

/**
 * Whether a transparent result shows anything at all. Only asked of results that can say it: an opaque
 * one hides where the subject is.
 */
export const subjectFound = (key: string, { image }: ImageAnswer) =>
  queryOptions({
    queryKey: ['subject', key, image.size],
    networkMode: 'always',
    queryFn: () => hasOpaquePixel(image),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

async function hasOpaquePixel(image: Blob): Promise<boolean> {
  const bitmap = await createImageBitmap(image, {
    resizeWidth: sidePx,
    resizeHeight: sidePx,
    resizeQuality: 'medium',
  })
  const context = new OffscreenCanvas(sidePx, sidePx).getContext('2d')
  if (!context) return true
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return hasSubject(context.getImageData(0, 0, sidePx, sidePx).data)
}

/** `pixels`: R G B A, one byte each. */
export const hasSubject = (pixels: Uint8ClampedArray): boolean => {
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) >= minAlpha) return true
  return false
}
