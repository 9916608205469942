import { queryOptions } from '@tanstack/react-query'
import { blobId } from '#base/blob-id.ts'
import type { Job } from '#contract/job.ts'
import type { LeftOut } from '#contract/left-out.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { BackgroundService } from '#library/background-service.ts'

/** The hardware and backend of a service on this device; null for a service elsewhere. */
export const deviceReport = (service: BackgroundService) =>
  queryOptions({
    queryKey: [service.id, 'device'],
    queryFn: async () => (await service.onDevice?.workers.describe()) ?? null,
    staleTime: 10_000,
  })

/** The model files that this browser stores. */
export const storedFiles = (service: BackgroundService) =>
  queryOptions({
    queryKey: [service.id, 'files'],
    queryFn: async () => (await service.onDevice?.workers.listFiles()) ?? [],
    staleTime: 0,
  })

/** The number of stored entries that this version cannot read, once `opened` has settled. */
export const unreadableCount = (service: BackgroundService, opened: Promise<void>) =>
  queryOptions({
    queryKey: [service.id, 'unreadable'],
    queryFn: async () => {
      await opened
      return (await service.onDevice?.unreadable.count()) ?? 0
    },
  })

/** The bytes of the kept items of all lists, and their limit; null if none are kept. */
export const keptSpace = (service: BackgroundService) =>
  queryOptions({
    queryKey: [service.id, 'kept'],
    queryFn: async () => (await service.onDevice?.keptItems?.space()) ?? null,
    staleTime: 0,
  })

/** Twice the height of the strip in CSS pixels, for screens with two device pixels to one. */
const stripHeightPx = 112
/** The height of a tile in the grid of results. */
const resultHeightPx = 256
const posterHeightPx = 720

/** The number of pictures in a strip. */
export const stripCount = 12

const pictures = (
  service: BackgroundService,
  file: Blob,
  count: number,
  heightPx: number,
  hasAlpha = false,
) =>
  queryOptions({
    queryKey: ['strip', blobId(file), count, heightPx, hasAlpha],
    queryFn: async ({ signal }) =>
      (await service.onDevice?.workers.thumbnails({ video: file, count, heightPx, hasAlpha }, { signal })) ??
      [],
    gcTime: 300_000,
  })

/** `stripCount` thumbnails at equal steps through a video. */
export const videoStrip = (service: BackgroundService, file: Blob) =>
  pictures(service, file, stripCount, stripHeightPx)

/** A thumbnail of a result's first frame, with its transparency. */
export const resultThumbnail = (service: BackgroundService, result: Blob) =>
  pictures(service, result, 1, resultHeightPx, true)

/** The first frame of a video that the browser cannot play. */
export const videoPoster = (service: BackgroundService, file: Blob) =>
  pictures(service, file, 1, posterHeightPx)

/** The answer of opening a result again. */
export type VideoCheck = {
  readonly facts: VideoFacts
  /** The facts of the source video; null if they were not stored. */
  readonly source: VideoFacts | null
  /** What the source has and the result lacks, as in `DeviceJob`. */
  readonly leftOut: readonly LeftOut[]
}

/** Opens the result of a job on this device to check it. */
export const videoCheck = (service: BackgroundService, { id }: Pick<Job, 'id'>, file: Blob | null) =>
  queryOptions({
    queryKey: [service.id, 'check', id],
    enabled: file !== null,
    queryFn: async ({ signal }): Promise<VideoCheck | null> => {
      if (!file || !service.onDevice) return null
      const { workers, videos } = service.onDevice
      const facts = await workers.probeVideo({ video: file }, { signal })
      const made = (await videos.list()).find(({ job }) => job.id === id)
      return { facts, source: made?.facts ?? null, leftOut: made?.leftOut ?? [] }
    },
    gcTime: 300_000,
  })

/**
 * Bytes that this site may still store, queried again whenever a component mounts; null if the browser does not report
 * it.
 */
export const freeSpace = queryOptions({
  queryKey: ['free-space'],
  queryFn: async (): Promise<number | null> => {
    const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
    return quota === undefined ? null : Math.max(0, quota - (usage ?? 0))
  },
  staleTime: 0,
  gcTime: 0,
})
