import type { QueryClient } from '@tanstack/react-query'
import { videoFormats } from '#contract/output-formats.ts'
import { resultsOf, type VideoItem } from '#studio/features/video/queue/video-item.ts'
import { resultName } from '#studio/media/file-names.ts'
import type { ZipEntry } from '#studio/media/zip-results.ts'
import { type Keepers, videoResult } from '#studio/queries/job.ts'

/** Every file that was made of the videos, newest first, as it lies on the disk. */
export const videoEntries = (
  items: readonly VideoItem[],
  client: QueryClient,
  keepers: Keepers,
): readonly ZipEntry[] =>
  items.flatMap((item) =>
    resultsOf(item).map(({ job, place }) => ({
      name: resultName(item.name, videoFormats[job.format].extension),
      bytes: job.stats?.output_bytes ?? 0,
      make: () => client.fetchQuery(videoResult(keepers, job.id, place)),
    })),
  )
