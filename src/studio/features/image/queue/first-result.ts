import type { QueryClient } from '@tanstack/react-query'
import { baseName } from '#base/file-names.ts'
import type { Size } from '#base/geometry.ts'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { Level } from '#contract/image-options.ts'
import { creditsForImage } from '#contract/limits.ts'
import { imageFormatOf, imageFormats } from '#contract/output-formats.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { CutCall, CutOutPicture, SendPicture } from '#library/pictures/image-queue.ts'
import { makePicture, type ReadableSource } from '#library/pictures/make-picture.ts'
import type { Picture } from '#library/pictures/picture-item.ts'
import type { PictureOutput } from '#library/pictures/picture-output.ts'
import { asksForCutout, isSameShape, toPreviewOptions } from '#library/pictures/result-options.ts'
import { toImageOptions } from '#library/recipe/recipe.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import { conversionNote, preparationNote } from '#studio/media/conversion-note.ts'
import { addUsedCredits, refetchAccount } from '#studio/queries/account.ts'
import { fetchConverted, readyInfo } from '#studio/queries/converted-picture.ts'
import { fetchResult, imageResult, isTransparentFile } from '#studio/queries/image-result.ts'
import { deviceReport } from '#studio/queries/on-device.ts'

/** Makes the first result of a picture, without the recipe's composition, which the viewer draws. */
export const cutOutHere = ({ service, client }: Pick<KindParts, 'service' | 'client'>): CutOutPicture => {
  const lookFirst = firstLooks(service, client)
  return async (picture, call) => {
    const { size } = await readyInfo(client, service, picture, call.signal)
    const output = { options: toPreviewOptions(toImageOptions(picture.recipe), size) }
    const source = { id: picture.id, blob: picture.file }
    const look = await lookFirst(source, output, call)
    if (look) call.onFirstLook(look)
    try {
      return await fetchResult(client, imageResult(service, source, output, call))
    } finally {
      void client.invalidateQueries({ queryKey: deviceReport(service).queryKey })
    }
  }
}

/**
 * Makes first looks with a smaller network that loads sooner, while the level's network is missing; resolves with null
 * if that gains nothing or fails. Also starts loading the level's network.
 */
const firstLooks = (service: BackgroundService, client: QueryClient) => {
  const { onDevice } = service
  const fetched = new Set<Level>()
  return async (
    source: ReadableSource,
    output: PictureOutput,
    call: CutCall,
  ): Promise<ImageAnswer | null> => {
    const { level } = output.options
    if (!onDevice || fetched.has(level)) return null
    const report = await onDevice.workers.describe().catch(() => null)
    call.signal.throwIfAborted()
    if (!report?.firstLooks.includes(level)) {
      if (report) fetched.add(level)
      return null
    }
    void onDevice.warm(level).catch(() => {})
    const { signal, onProgress } = call
    const looking = imageResult(service, { ...source, isFirstLook: true }, output, {
      signal,
      onProgress,
      looksFirst: true,
    })
    return fetchResult(client, looking).catch(() => {
      call.signal.throwIfAborted()
      return null
    })
  }
}

/**
 * Sends a picture with exactly the options of its recipe, converted first if the service would refuse it. The answer
 * has no price (Spec, Image result): a credit is added at once, then the account is read again.
 */
export const sendPicture =
  ({
    client,
    connection,
    service: device,
  }: Pick<KindParts, 'client' | 'connection' | 'service'>): SendPicture =>
  async (picture, { signal, onProgress }) => {
    const { service } = connection.get()
    if (!service) throw new ServiceError('authentication_error')
    const options = toImageOptions(picture.recipe)
    const { size } = await readyInfo(client, device, picture, signal)
    const { file, note } = await sentFile(picture, size, client, device, signal)
    try {
      const answer = await makePicture(service, { blob: file }, { options }, { signal, onProgress })
      addUsedCredits(client, service, creditsForImage)
      const isWhole = asksForCutout(options) && size !== null && isSameShape(answer.facts, size)
      const isCutout = isWhole && (await isTransparentFile(answer.image))
      return { answer, options, note, isCutout }
    } finally {
      // Also after an error or abort: only the service counts its charges.
      void refetchAccount(client, service)
    }
  }

/**
 * The file to send for a picture, under its name, and a note about its conversion; unchanged if `preparationNote` is
 * null.
 */
const sentFile = async (
  picture: Picture,
  size: Size | null,
  client: QueryClient,
  device: BackgroundService,
  signal: AbortSignal,
): Promise<{ readonly file: Blob; readonly note: string | null }> => {
  const { file, name, fileKind } = picture
  if (preparationNote(fileKind, file.size, size) === null) return { file: named(file, name), note: null }
  const converted = await fetchConverted(client, device, picture, signal)
  const { type } = converted.file
  const format = imageFormatOf(type) ?? imageFormats.png
  return {
    file: named(converted.file, `${baseName(name)}.${format.extension}`),
    note: conversionNote(fileKind, converted),
  }
}

const named = (file: Blob, name: string): Blob =>
  file instanceof File && file.name === name ? file : new File([file], name, { type: file.type })
