import type { QueryClient } from '@tanstack/react-query'
import type { ErrorReason } from '#contract/error-reasons.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageOptions, Level } from '#contract/image-options.ts'
import { creditsForImage } from '#contract/limits.ts'
import { isServiceError, ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#service/background-service.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import { preparePicture } from '#studio/media/prepare-picture.ts'
import { addUsedCredits, refetchAccount } from '#studio/queries/account.ts'
import {
  fetchResult,
  firstLook,
  imageResult,
  isTransparentFile,
  type ReadableSource,
} from '#studio/queries/image-result.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { pictureInfo } from '#studio/queries/picture-info.ts'
import { toImageOptions } from '#studio/state/recipe.ts'
import type { CutCall, CutOutPicture, SendPicture } from './image-queue.ts'
import type { Picture, PreparedSource } from './picture-item.ts'
import { asksForCutout, isSameShape, toPreviewOptions } from './result-options.ts'

/** Makes the first result of a picture, without the composition of the recipe: the viewer composes it. */
export const cutOutHere = ({ service, client }: Pick<KindParts, 'service' | 'client'>): CutOutPicture => {
  const lookFirst = firstLooks(service, client)
  return async (picture, call) => {
    const prepared = picture.prepared ?? (await prepareHere(picture, client, call.signal))
    if (prepared) call.onPrepared(prepared)
    const { size } = await client.ensureQueryData(pictureInfo(picture))
    const options = toPreviewOptions(toImageOptions(picture.recipe), size)
    const source = { id: picture.id, blob: prepared?.file ?? picture.file }
    const look = await lookFirst(source, options, call)
    if (look) call.onFirstLook(look)
    try {
      return await fetchResult(client, imageResult(service, source, options, call))
    } finally {
      void client.invalidateQueries({ queryKey: deviceReport(service).queryKey })
    }
  }
}

/**
 * Makes first looks, while the network of the level is still to be fetched and a smaller one is there sooner; resolves with null
 * where there is no use in one, and where it fails. Begins to fetch the other network behind the smaller one.
 */
const firstLooks = (service: BackgroundService, client: QueryClient) => {
  const { onDevice } = service
  const fetched = new Set<Level>()
  return async (
    source: ReadableSource,
    options: ImageOptions,
    call: CutCall,
  ): Promise<ImageAnswer | null> => {
    if (!onDevice || fetched.has(options.level)) return null
    const report = await onDevice.workers.describe().catch(() => null)
    call.signal.throwIfAborted()
    if (!report?.firstLooks.includes(options.level)) {
      if (report) fetched.add(options.level)
      return null
    }
    void onDevice.warm(options.level).catch(() => {})
    return fetchResult(client, firstLook(service, source, options, call)).catch(() => {
      call.signal.throwIfAborted()
      return null
    })
  }
}

/**
 * What this device reads in place of a picture that the API does not take; null where that is the file itself. What cannot
 * be prepared is left as it is: the service of this device then says what is wrong with it. Rejects where more is known: a
 * decoder could not be loaded, or found what it does not read.
 */
const prepareHere = async (
  picture: Picture,
  client: QueryClient,
  signal: AbortSignal,
): Promise<PreparedSource | null> => {
  const { size, thumbnail } = await client.ensureQueryData(pictureInfo(picture))
  try {
    const { file, note } = await preparePicture({ ...picture, size }, signal)
    if (note === null) return null
    // A format that this browser does not read has no size and no thumbnail before, a huge picture no thumbnail.
    if (!thumbnail) {
      const query = pictureInfo({ ...picture, file })
      const info = await client.fetchQuery({ ...query, staleTime: 0 })
      client.setQueryData(query.queryKey, { ...info, size: size ?? info.size })
    }
    return { file, note }
  } catch (thrown) {
    signal.throwIfAborted()
    if (isServiceError(thrown) && reasonsOfDecoders.has(thrown.reason)) throw thrown
    return null
  }
}

const reasonsOfDecoders: ReadonlySet<string | undefined> = new Set<ErrorReason>([
  'worker_not_loaded',
  'image_colors_unread',
  'image_too_many_pixels',
  'raw_without_preview',
])

/**
 * Sends a picture with exactly the options of its recipe, converted first where the service would refuse it. The
 * answer has no price (Spec, Image result): a credit is added at once, and then the account is read again.
 */
export const sendPicture =
  ({ client, connection }: Pick<KindParts, 'client' | 'connection'>): SendPicture =>
  async (picture, { signal, onProgress }) => {
    const { service } = connection.get()
    if (!service) throw new ServiceError('authentication_error')
    const options = toImageOptions(picture.recipe)
    const { size } = await client.ensureQueryData(pictureInfo(picture))
    const { file, note, isConverted } = await preparePicture({ ...picture, size }, signal)
    try {
      const answer = await service.removeImage(file, options, { signal, onProgress })
      addUsedCredits(client, service, creditsForImage)
      const isWhole = asksForCutout(options) && size !== null && isSameShape(answer.facts, size)
      const isCutout = isWhole && (await isTransparentFile(answer.image))
      return { answer, options, note, isCutout, source: isConverted ? file : picture.file }
    } finally {
      // Also after an error or a stop: only the service knows what it charged.
      void refetchAccount(client, service)
    }
  }
