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

/** The prefix of all query keys of one picture, for removing its results at once. */
export const pictureKey = (service: BackgroundService, id: string) => [...imagesKey(service), id] as const
const imagesKey = (service: BackgroundService) => [service.id, 'image'] as const

/**
 * An output of `source`. The same one is not made twice while it is cached. The service caches the matte, so that other
 * options of composition need no second run of the network.
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
    // go on without observers, so that `context.signal` is not read then.
    queryFn: (context) =>
      makePicture(service, source, output, { ...call, signal: call.signal ?? context.signal }),
    // No browser shows a Photoshop file, and not every browser each of the other formats.
    meta: { isForFile: Boolean(layers || file) },
    // Results have megabytes; dragging the colour picker makes many of them, and painting even more.
    gcTime: edited?.isDraft || layers ? 1000 : edited ? 20_000 : 60_000,
  })
}

/**
 * Fetches a result that was asked for with a signal of its own. If that is aborted, no error stays with the result for
 * those who look at it; TanStack Query forgets aborts of its own signals only.
 */
export const fetchResult = async (
  client: QueryClient,
  query: ReturnType<typeof imageResult>,
): Promise<EditedAnswer> => {
  try {
    return await client.fetchQuery(query).catch((thrown: unknown) => {
      // It was asked for by somebody who looked at it, and looks at another one now.
      if (thrown instanceof CancelledError) return client.fetchQuery(query)
      throw thrown
    })
  } catch (thrown) {
    if (isAbort(thrown)) void client.resetQueries({ queryKey: query.queryKey, exact: true })
    throw thrown
  }
}

/** How many results that nobody looks at are kept, for those who look again. Others are made anew, of their mattes. */
const maxUnseen = 8

/**
 * Keeps memory flat however many pictures are in the list: of the results that nobody looks at only the newest stay.
 */
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

/**
 * The newest result of a picture that is still there and can be shown, whatever its options; undefined where there is
 * none.
 */
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

/** Whether a result shows anything at all. An opaque result of a service does not tell. */
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

/** Whether a file is transparent anywhere; false for what cannot be decoded. */
export const isTransparentFile = async (image: Blob): Promise<boolean> => {
  const pixels = await smallPixels(image).catch(() => null)
  return pixels?.some((value, at) => at % 4 === 3 && value < 250) ?? false
}

/** RGBA of a small copy; null where this browser has no canvas for it. */
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

/** Whether any pixel is opaque enough to belong to a subject; `pixels` are RGBA, 8 bits each. */
export const hasSubject = (pixels: Uint8ClampedArray): boolean => {
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) >= minSubjectAlpha) return true
  return false
}
