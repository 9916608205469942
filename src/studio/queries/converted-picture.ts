import { CancelledError, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type FileKind, isReadablePicture } from '#contract/file-kinds.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService, ConvertedPicture } from '#library/background-service.ts'
import { makeThumbnail } from '#studio/media/make-thumbnail.ts'
import { type PictureInfo, pictureInfo } from './picture-info.ts'

type Source = { readonly id: string; readonly file: Blob; readonly fileKind: FileKind }

/** A picture converted for services, and for the stage if the browser cannot show the original. */
export const convertedPicture = (service: BackgroundService, { id, file }: Source, signal?: AbortSignal) =>
  queryOptions<ConvertedPicture, ServiceError>({
    queryKey: [service.id, 'converted-picture', id],
    queryFn: (context) => {
      if (!service.onDevice) throw new ServiceError('internal_server_error')
      return service.onDevice.workers.convertPicture({ image: file }, { signal: signal ?? context.signal })
    },
    // The answer has megabytes.
    gcTime: 60_000,
  })

/** Whether the stage needs `convertedPicture`: the device can read the picture, but the browser cannot show it. */
export const needsConverting = ({ fileKind }: Source, info: PictureInfo | undefined): boolean =>
  info !== undefined && !info.isShown && isReadablePicture(fileKind)

/** Converts a picture, or returns the cached answer. */
export const fetchConverted = (
  client: QueryClient,
  service: BackgroundService,
  picture: Source,
  signal: AbortSignal,
): Promise<ConvertedPicture> => {
  const query = convertedPicture(service, picture, signal)
  return client.fetchQuery(query).catch((thrown: unknown) => {
    // The stage requested it, and has switched to another picture.
    if (thrown instanceof CancelledError) return client.fetchQuery(query)
    throw thrown
  })
}

/**
 * The info of a picture before it is cut out or sent. If the browser cannot show the picture, size and thumbnail come
 * from its conversion; rejects if that fails.
 */
export const readyInfo = async (
  client: QueryClient,
  service: BackgroundService,
  picture: Source,
  signal: AbortSignal,
): Promise<PictureInfo> => {
  const query = pictureInfo(picture)
  const info = await client.ensureQueryData(query)
  if (!needsConverting(picture, info) || info.thumbnail) return info
  const { file, size, before } = await fetchConverted(client, service, picture, signal)
  const thumbnail = await makeThumbnail(file, size).catch(() => null)
  const ready = { size: before.size, thumbnail, isShown: false }
  client.setQueryData(query.queryKey, ready)
  return ready
}
