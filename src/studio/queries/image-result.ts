import { CancelledError, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ImageAnswer } from '#contract/image-answer.ts'
import { isAbort, type ServiceError } from '#contract/service-error.ts'
import { minSubjectAlpha } from '#engine/subject-box.ts'
import type { BackgroundService } from '#library/background-service.ts'
import {
  type EditedAnswer,
  makePicture,
  type PictureCall,
  type ReadableSource,
} from '#library/pictures/make-picture.ts'
import { keyOf, type PictureOutput } from '#library/pictures/picture-output.ts'
import { decodePicture } from '#studio/media/decode-picture.ts'

/** The prefix of all query keys of one picture, to remove its results at once. */
export const pictureKey = (service: BackgroundService, id: string) => [...imagesKey(service), id] as const
const imagesKey = (service: BackgroundService) => [service.id, 'image'] as const

/**
 * A cached output of `source`. The service caches the matte, so that other options of composition need no second run of
 * the network.
 */
export const imageResult = (
  service: BackgroundService,
  source: ReadableSource,
  output: PictureOutput,
  call: PictureCall = {},
) => {
  const { edited, layers, file } = output
  return queryOptions<EditedAnswer, ServiceError>({
    queryKey: [...pictureKey(service, source.id), keyOf(output), source.isFirstLook ?? false],
    // TanStack Query aborts a query without observers only if its signal was read. A call with its own signal must
    // continue without observers, so `context.signal` is then not read.
    queryFn: (context) =>
      makePicture(service, source, output, { ...call, signal: call.signal ?? context.signal }),
    // No browser shows a Photoshop file, and not all browsers show the other formats.
    meta: { isForFile: Boolean(layers || file) },
    // Results have megabytes; dragging in the colour picker makes many, and painting even more.
    gcTime: edited?.isDraft || layers ? 1000 : edited ? 20_000 : 60_000,
  })
}

/**
 * Fetches a result with the caller's own signal. After an abort no error stays in the result's query; TanStack Query
 * resets only aborts of its own signals.
 */
export const fetchResult = async (
  client: QueryClient,
  query: ReturnType<typeof imageResult>,
): Promise<EditedAnswer> => {
  try {
    return await client.fetchQuery(query).catch((thrown: unknown) => {
      // An observer requested it, and has switched to another result.
      if (thrown instanceof CancelledError) return client.fetchQuery(query)
      throw thrown
    })
  } catch (thrown) {
    if (isAbort(thrown)) void client.resetQueries({ queryKey: query.queryKey, exact: true })
    throw thrown
  }
}

/** The number of kept results without observers. Others are composed again from their mattes. */
const maxUnseen = 8

/** Bounds the memory for any number of pictures: of the results without observers only the newest stay. */
export const boundResults = (client: QueryClient, service: BackgroundService): void => {
  const cache = client.getQueryCache()
  cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const unseen = cache
      .findAll({ queryKey: imagesKey(service), type: 'inactive', fetchStatus: 'idle' })
      .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    for (const old of unseen.slice(maxUnseen)) cache.remove(old)
  })
}

/** The newest cached result of a picture that can be shown, with any options; undefined if there is none. */
export const newestResult = (
  client: QueryClient,
  service: BackgroundService,
  id: string,
): EditedAnswer | undefined =>
  client
    .getQueryCache()
    .findAll({ queryKey: pictureKey(service, id), predicate: ({ meta }) => !meta?.isForFile })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map(({ state }) => state.data as EditedAnswer | undefined)
    .find((answer) => answer !== undefined)

const sidePx = 64

/** Whether a result is not empty. Opaque results of a service cannot be judged. */
export const subjectFound = (key: string, { image, placement }: ImageAnswer) =>
  queryOptions({
    queryKey: ['subject', key, image.size],
    queryFn: () => placement?.hasSubject ?? hasOpaquePixel(image),
    gcTime: 60_000,
  })

const hasOpaquePixel = async (image: Blob): Promise<boolean> => {
  const pixels = await smallPixels(image)
  return pixels === null || hasSubject(pixels)
}

/** Whether any pixel of a file is transparent; false if it cannot be decoded. */
export const isTransparentFile = async (image: Blob): Promise<boolean> => {
  const pixels = await smallPixels(image).catch(() => null)
  return pixels?.some((value, at) => at % 4 === 3 && value < 250) ?? false
}

/** RGBA of a small copy; null if this browser has no canvas for it. */
async function smallPixels(image: Blob): Promise<Uint8ClampedArray | null> {
  const bitmap = await decodePicture(image, {
    resizeWidth: sidePx,
    resizeHeight: sidePx,
    resizeQuality: 'medium',
  })
  const context = new OffscreenCanvas(sidePx, sidePx).getContext('2d')
  context?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return context?.getImageData(0, 0, sidePx, sidePx).data ?? null
}

/** Whether any pixel is opaque enough for a subject; `pixels` are RGBA, 8 bits each. */
export const hasSubject = (pixels: Uint8ClampedArray): boolean => {
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) >= minSubjectAlpha) return true
  return false
}
