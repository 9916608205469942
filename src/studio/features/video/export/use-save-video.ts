import { isCancelledError, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { videoFormats } from '#contract/output-formats.ts'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import { resultsOf, type VideoItem, type VideoJob } from '#studio/features/video/queue/video-item.ts'
import { useActivityLog, useConnection, useService } from '#studio/hooks/use-service.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import {
  canPickFile,
  canShareFile,
  resultName,
  ShareNeedsClick,
  saveFile,
  saveLargeFile,
  shareFile,
} from '#studio/media/save-file.ts'
import type { ZipEntry } from '#studio/media/zip-results.ts'
import { videoErrorSummary } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { type ResultSources, videoResult } from '#studio/queries/job.ts'
import { type SaveFrames, useSaveFrames } from './use-save-frames.ts'

const { actions: texts } = messages.video

/** What is saved of a video, and how far it is. */
export type SaveVideo = {
  /** Saves the frames of a result as pictures. */
  readonly frames: SaveFrames
  readonly save: (item: VideoItem, result: VideoJob) => void
  /** Hands a result to the device's sheet for sharing; null where that takes no such file. */
  readonly shareOf: (result: VideoJob) => ((item: VideoItem) => void) | null
  readonly isSaving: boolean
  /** The outcome of the last attempt; null before the first. */
  readonly message: {
    /** The video that it was done with. */
    readonly itemId: string
    readonly text: string
    readonly isError: boolean
  } | null
}

type SaveWanted = { readonly item: VideoItem; readonly result: VideoJob; readonly isShared: boolean }

/** A file larger than this is streamed to the place that the person picks, not copied into the downloads. */
const largeBytes = 200_000_000

/** Saves a result under the name of its video. */
export function useSaveVideo(): SaveVideo {
  const sources = useResultSources()
  const client = useQueryClient()
  const announce = useAnnounce()
  const frames = useSaveFrames()
  const work = useMutation({
    networkMode: 'always',
    mutationFn: async ({ item, result, isShared }: SaveWanted): Promise<string> => {
      const file = await client.fetchQuery(videoResult(sources, result.job.id, result.runLocation))
      const { extension, mime } = videoFormats[result.job.format]
      const name = resultName(item.name, extension)
      if (isShared) {
        await shareFile(new File([file], name, { type: mime }))
        return texts.shared
      }
      if (file.size > largeBytes && canPickFile()) await saveLargeFile(file, name)
      else saveFile(file, name)
      return texts.saved(name, file.size)
    },
    onSuccess: announce,
    onError: (error: unknown, { result }) => announce(errorMessage(error, result)),
  })
  const start = (wanted: SaveWanted) => {
    if (work.isPending) return
    frames.reset()
    work.mutate(wanted)
  }
  const itemId = work.variables?.item.id ?? ''
  return {
    frames,
    save: (item, result) => start({ item, result, isShared: false }),
    shareOf: (result) => {
      const { extension, mime } = videoFormats[result.job.format]
      if (!canShareFile(`video.${extension}`, mime)) return null
      return (item) => start({ item, result, isShared: true })
    },
    isSaving: work.isPending,
    message:
      work.error && work.variables && !isStopped(work.error)
        ? { itemId, text: errorMessage(work.error, work.variables.result), isError: true }
        : work.data
          ? { itemId, text: work.data, isError: false }
          : null,
  }
}

/** The download was cancelled. */
const isStopped = (thrown: unknown): boolean => isCancelledError(thrown) || isAbort(thrown)

const errorMessage = (thrown: unknown, { runLocation }: VideoJob): string => {
  if (isStopped(thrown)) return ''
  if (thrown instanceof ShareNeedsClick) return texts.shareAgain
  const error = toServiceError(thrown)
  if (isAbort(error)) return ''
  return runLocation === 'service' && error.status === 0
    ? texts.linkOnly
    : videoErrorSummary(error, runLocation)
}

/** All places that may have the file of a finished job. */
export const useResultSources = (): ResultSources => ({
  device: useService(),
  service: useConnection().service,
  activityLog: useActivityLog(),
})

/** All results of the videos, newest first, as entries of a ZIP. */
export const videoZipEntries = (
  items: readonly VideoItem[],
  client: QueryClient,
  sources: ResultSources,
): readonly ZipEntry[] =>
  items.flatMap((item) =>
    resultsOf(item).map(({ job, runLocation }) => ({
      name: resultName(item.name, videoFormats[job.format].extension),
      bytes: job.stats?.output_bytes ?? 0,
      make: () => client.fetchQuery(videoResult(sources, job.id, runLocation)),
    })),
  )
