import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { parseImageEdits } from '#contract/image-edits.ts'
import type { Level } from '#contract/image-options.ts'
import { creditsForImage } from '#contract/limits.ts'
import { isServiceError, ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#service/background-service.ts'
import { parseSavedHistory } from '#studio/edit/saved-history.ts'
import { useSavedEdits } from '#studio/edit/use-saved-edits.ts'
import { avoidsPreloading } from '#studio/hooks/use-browser-state.ts'
import { useConnection, useService } from '#studio/hooks/use-service.ts'
import { useAnnounce, useStudio } from '#studio/hooks/use-studio.ts'
import { preparationNote, preparePicture } from '#studio/media/prepare-picture.ts'
import { addUsedCredits, refetchAccount } from '#studio/queries/account.ts'
import { fetchResult, imageResult, isTransparentFile, pictureKey } from '#studio/queries/image-result.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { pictureInfo, pictureInfoKey } from '#studio/queries/picture-info.ts'
import { type Recipe, toImageOptions } from '#studio/state/recipe.ts'
import { queueAnnouncement } from './queue/announcements.ts'
import { createImageQueue, type ImageQueue, type SendPicture } from './queue/image-queue.ts'
import { find, type Picture, type PreparedSource } from './queue/queue-state.ts'
import { asksForCutout, isSameShape, toPreviewOptions } from './queue/result-options.ts'

/**
 * The queue of pictures of the page. It begins with the picture that `preferredId` names at that moment, works with the
 * recipe of the moment, announces every change, and drops the cached results of pictures that were removed for good.
 */
export function useImageQueue(preferredId: () => string | null): ImageQueue {
  const service = useService()
  const { service: remote } = useConnection()
  const connected = useRef(remote)
  const client = useQueryClient()
  const { settings, announcer } = useStudio()
  const announce = useAnnounce()
  const [queue] = useState(() =>
    createImageQueue(
      async (picture, call) => {
        const prepared = picture.prepared ?? (await prepareHere(picture, client, call.signal))
        if (prepared) call.onPrepared(prepared)
        const { size } = await client.ensureQueryData(pictureInfo(picture))
        // Without the composition of the recipe, so that it is a request of the API: the viewer composes it.
        const options = toPreviewOptions(toImageOptions(settings.get().recipe), size)
        const source = { id: picture.id, blob: prepared?.file ?? picture.file }
        // The first result is kept as long as its picture.
        const query = { ...imageResult(service, source, options, call), gcTime: Number.POSITIVE_INFINITY }
        try {
          return await fetchResult(client, query)
        } finally {
          void client.invalidateQueries({ queryKey: deviceReport(service).queryKey })
        }
      },
      sendPictures({
        client,
        connected: () => connected.current,
        recipe: () => settings.get().recipe,
      }),
      preferredId,
    ),
  )
  const [savedItems] = useState(() => ({
    get: () => queue.get().items,
    subscribe: queue.subscribe,
    restore: queue.restoreEdits,
    parse: (stored: unknown) => parseSavedHistory(stored, parseImageEdits),
  }))
  useSavedEdits(savedItems, service.onDevice?.savedEdits, announcer)
  useEffect(() => {
    connected.current = remote
    if (!remote) queue.disconnect()
  }, [remote, queue])
  useEffect(() => {
    let before = queue.get()
    return queue.subscribe(() => {
      const after = queue.get()
      const text = queueAnnouncement(before, after)
      before = after
      if (text) announce(text)
    })
  }, [queue, announce])
  useEffect(() => {
    let before = queue.removedItems.get()
    return queue.removedItems.subscribe(() => {
      const gone = before.filter(({ item }) => !find(queue.get(), item.id))
      before = queue.removedItems.get()
      if (before.length > 0) return
      for (const { item } of gone) {
        client.removeQueries({ queryKey: pictureKey(service, item.id) })
        client.removeQueries({ queryKey: pictureInfoKey(item.id) })
      }
    })
  }, [queue, client, service])
  return queue
}

/**
 * What this device reads in place of a picture that the API does not take; null where that is the file itself. What cannot
 * be prepared is left as it is: the service of this device then says what is wrong with it. Rejects where a decoder could not
 * be loaded.
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
    if (isServiceError(thrown) && thrown.code === 'internal_server_error') throw thrown
    return null
  }
}

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

/**
 * Loads the model once a picture is likely to be opened. Not on phones and not where the user saves data: there the
 * first picture loads it. A failure is ignored here, since the first picture will report it.
 */
export function usePreloadModel(): () => void {
  const { onDevice } = useService()
  const { settings } = useStudio()
  const preloaded = useRef(new Set<Level>())
  return () => {
    const { level } = settings.get().recipe
    if (!onDevice || preloaded.current.has(level) || avoidsPreloading()) return
    preloaded.current.add(level)
    onDevice.warm(level).catch(() => preloaded.current.delete(level))
  }
}
