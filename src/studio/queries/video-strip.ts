import { queryOptions } from '@tanstack/react-query'
import type { BackgroundService } from '#service/background-service.ts'

/** Drawn small: twice the height of the strip, for sharp screens. */
const stripHeightPx = 112
const posterHeightPx = 720

export const stripCount = 12

/** Files have no name of their own to be known by. */
const fileIds = new WeakMap<Blob, string>()
const idOf = (file: Blob): string => {
  const id = fileIds.get(file) ?? crypto.randomUUID()
  fileIds.set(file, id)
  return id
}

const pictures = (service: BackgroundService, file: Blob, count: number, heightPx: number) =>
  queryOptions({
    queryKey: ['strip', idOf(file), count, heightPx],
    networkMode: 'always',
    queryFn: async ({ signal }) =>
      (await service.onDevice?.videos.strip(file, count, heightPx, { signal })) ?? [],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 300_000,
  })

/** Twelve small pictures at equal steps through a video. */
export const videoStrip = (service: BackgroundService, file: Blob) =>
  pictures(service, file, stripCount, stripHeightPx)

/** Its first picture, for where the browser cannot play the file itself. */
export const videoPoster = (service: BackgroundService, file: Blob) =>
  pictures(service, file, 1, posterHeightPx)
