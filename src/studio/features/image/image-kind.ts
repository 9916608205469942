import type { QueryClient } from '@tanstack/react-query'
import { withUsualOrientation } from '#base/jpeg-orientation.ts'
import type { ErrorReason } from '#contract/error-reasons.ts'
import { parseImageEdits } from '#contract/image-edits.ts'
import { creditsForImage } from '#contract/limits.ts'
import { isServiceError, ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#service/background-service.ts'
import { keepEditsOfPage } from '#studio/edit/keep-edits.ts'
import { parseSavedHistory } from '#studio/edit/saved-history.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import type { MediaKind } from '#studio/items/media-kind.ts'
import { preparationNote, preparePicture } from '#studio/media/prepare-picture.ts'
import { addUsedCredits, refetchAccount } from '#studio/queries/account.ts'
import { fetchResult, imageResult, isTransparentFile, pictureKey } from '#studio/queries/image-result.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { pictureInfo, pictureInfoKey } from '#studio/queries/picture-info.ts'
import { type Recipe, toImageOptions } from '#studio/state/recipe.ts'
import { queueAnnouncement } from './queue/announcements.ts'
import {
  type CutOutPicture,
  createImageQueue,
  type ImageQueue,
  type SendPicture,
} from './queue/image-queue.ts'
import { newPicture, type Picture, type PreparedSource, type QueueItem } from './queue/queue-state.ts'
import { asksForCutout, isSameShape, toPreviewOptions } from './queue/result-options.ts'

/** The pictures of the list, which takes every file that no other kind takes, and the work on them. */
type ImageKind = { readonly kind: MediaKind<QueueItem>; readonly queue: ImageQueue }

/**
 * Opens the work on pictures. It uses the recipe of the moment, announces every change, keeps edits, and drops the cached
 * results of pictures that are gone for good.
 */
export function openImageKind(parts: KindParts): ImageKind {
  const { list, service, connection, client, settings, announcer } = parts
  const sending = {
    client,
    connected: () => connection.get().service,
    recipe: () => settings.get().recipe,
  }
  const queue = createImageQueue(list, cutOutHere(parts), sendPictures(sending))
  const saved = {
    get: () => queue.get().items,
    subscribe: queue.subscribe,
    restore: queue.restoreEdits,
    parse: (stored: unknown) => parseSavedHistory(stored, parseImageEdits),
  }
  keepEditsOfPage(saved, service.onDevice?.savedEdits, announcer)
  connection.subscribe(() => {
    if (!connection.get().service) queue.disconnect()
  })
  let before = queue.get()
  queue.subscribe(() => {
    const after = queue.get()
    const text = queueAnnouncement(before, after)
    before = after
    if (text) announcer.announce(text)
  })
  const kind: MediaKind<QueueItem> = {
    ...queue.lifecycle,
    name: 'image',
    accepts: async () => true,
    create: async ({ file, name, fileKind }) => {
      const upright = await withUsualOrientation(file).catch(() => file)
      const picture = { id: crypto.randomUUID(), file: upright, name, fileKind }
      return newPicture(picture, queue.next.get().runLocation)
    },
    mayShow: () => true,
    forget: ({ id }) => {
      client.removeQueries({ queryKey: pictureKey(service, id) })
      client.removeQueries({ queryKey: pictureInfoKey(id) })
    },
  }
  return { kind, queue }
}

/** Makes the first result of a picture, without the composition of the recipe: the viewer composes it. */
const cutOutHere =
  ({ service, client, settings }: KindParts): CutOutPicture =>
  async (picture, call) => {
    const prepared = picture.prepared ?? (await prepareHere(picture, client, call.signal))
    if (prepared) call.onPrepared(prepared)
    const { size } = await client.ensureQueryData(pictureInfo(picture))
    const options = toPreviewOptions(toImageOptions(settings.get().recipe), size)
    const source = { id: picture.id, blob: prepared?.file ?? picture.file }
    // The first result is kept as long as its picture.
    const query = { ...imageResult(service, source, options, call), gcTime: Number.POSITIVE_INFINITY }
    try {
      return await fetchResult(client, query)
    } finally {
      void client.invalidateQueries({ queryKey: deviceReport(service).queryKey })
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
  if (preparationNote(picture.fileKind, picture.file.size, size) === null) return null
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
  'raw_without_preview',
])

type SendDependencies = {
  readonly client: QueryClient
  /** The service that is connected when a picture is sent. */
  readonly connected: () => BackgroundService | null
  readonly recipe: () => Recipe
}

/**
 * Sends a picture with exactly the options of the recipe, converted first where the service would refuse it. The
 * answer has no price (Spec, Image result): a credit is added at once, and then the account is read again.
 */
const sendPictures =
  ({ client, connected, recipe }: SendDependencies): SendPicture =>
  async (picture, { signal, onProgress }) => {
    const service = connected()
    if (!service) throw new ServiceError('authentication_error')
    const options = toImageOptions(recipe())
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
