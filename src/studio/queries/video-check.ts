import { queryOptions } from '@tanstack/react-query'
import type { Job } from '#contract/job.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { BackgroundService } from '#service/background-service.ts'

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
