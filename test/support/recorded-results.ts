import { readFileSync } from 'node:fs'
import type { VideoFormat } from '#contract/output-formats.ts'
import type { JobWorkers } from '#library/work/run-job.ts'
import type { MemoryFiles } from './memory-storage.ts'

/** The size of every recorded video, in pixels. */
const size = { width: 96, height: 72 }

/** What the studio made of a short clip; see `test/fixtures/record-videos.ts`. */
const recorded = (format: VideoFormat): Blob =>
  new Blob([new Uint8Array(readFileSync(new URL(`../fixtures/recorded/result.${format}`, import.meta.url)))])

/** Ends jobs with a recorded video in the format that was asked for, since Node decodes and encodes none. */
export const withRecordedResults = (work: JobWorkers, files: MemoryFiles): JobWorkers => ({
  ...work,
  renderVideo: async (request, call) => {
    const outcome = await work.renderVideo(request, call)
    const result = recorded(request.options.format)
    files.content.set(request.path, result)
    return { ...outcome, ...size, bytes: result.size }
  },
})
