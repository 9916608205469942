import { queryOptions } from '@tanstack/react-query'
import type { Job } from '#contract/job.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { BackgroundService } from '#service/background-service.ts'

/** What the service computes on; null where it computes elsewhere. */
export const deviceReport = (service: BackgroundService) =>
  queryOptions({
    queryKey: [service.id, 'device'],
    queryFn: async () => (await service.onDevice?.describe()) ?? null,
    staleTime: 10_000,
  })

/** The model files kept in this browser. */
export const storedFiles = (service: BackgroundService) =>
  queryOptions({
    queryKey: [service.id, 'files'],
    queryFn: async () => (await service.onDevice?.listFiles()) ?? [],
    staleTime: 0,
  })

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

/** What a written file turned out to be when it was opened again. */
export type VideoCheck = {
  readonly facts: VideoFacts
  /** What its video was found to be before the work; null where nobody kept that. */
  readonly source: VideoFacts | null
  /** Why it has no sound although its video has; null where nothing is missing. */
  readonly audioDropped: string | null
}

/** Opens what a job of this device wrote, as any player would. */
export const videoCheck = (service: BackgroundService, { id }: Pick<Job, 'id'>, file: Blob | null) =>
  queryOptions({
    queryKey: [service.id, 'check', id],
    networkMode: 'always',
    enabled: file !== null,
    queryFn: async ({ signal }): Promise<VideoCheck | null> => {
      const videos = service.onDevice?.videos
      if (!file || !videos) return null
      const facts = await videos.probe(file, { signal })
      const made = (await videos.list()).find(({ job }) => job.id === id)
      return { facts, source: made?.facts ?? null, audioDropped: made?.audioDropped ?? null }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 300_000,
  })
