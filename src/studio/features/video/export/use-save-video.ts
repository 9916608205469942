import { isCancelledError, useMutation, useQueryClient } from '@tanstack/react-query'
import { videoFormats } from '#contract/output-formats.ts'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import type { VideoItem, VideoJob } from '#studio/features/video/queue/video-item.ts'
import { videoErrorWords } from '#studio/features/video/words/video-error-words.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { resultName } from '#studio/media/file-names.ts'
import { canPickTarget, pickTarget } from '#studio/media/pick-target.ts'
import { saveFile } from '#studio/media/save-file.ts'
import { formatBytes } from '#studio/messages/format-units.ts'
import { videoResult } from '#studio/queries/job.ts'
import { serviceErrorWords } from '#studio/sending/service-error-words.ts'
import { useKeepers } from './use-keepers.ts'
import { type SaveFrames, useSaveFrames } from './use-save-frames.ts'

export type SaveVideo = {
  /** The same as single pictures. */
  readonly frames: SaveFrames
  readonly save: (item: VideoItem, result: VideoJob) => void
  readonly isSaving: boolean
  /** What happened last; null before anything did. */
  readonly message: { readonly text: string; readonly fault: boolean } | null
}

/** From here on a file is written straight where it is wanted, and not copied into the downloads first. */
const largeBytes = 200_000_000

/** Saves a result under the name of its video. */
export function useSaveVideo(): SaveVideo {
  const keepers = useKeepers()
  const client = useQueryClient()
  const announce = useAnnounce()
  const frames = useSaveFrames()
  const work = useMutation({
    networkMode: 'always',
    mutationFn: async ({ item, result }: { item: VideoItem; result: VideoJob }): Promise<string> => {
      const file = await client.fetchQuery(videoResult(keepers, result.job.id, result.place))
      const name = resultName(item.name, videoFormats[result.job.format].extension)
      if (file.size > largeBytes && canPickTarget()) await file.stream().pipeTo(await pickTarget(name))
      else saveFile(file, name)
      return `Saved ${name}, ${formatBytes(file.size)}`
    },
    onSuccess: announce,
    onError: (error: unknown, { result }) => announce(faultText(error, result)),
  })
  return {
    frames,
    save: (item, result) => {
      if (work.isPending) return
      frames.forget()
      work.mutate({ item, result })
    },
    isSaving: work.isPending,
    message:
      work.error && work.variables && !isStopped(work.error)
        ? { text: faultText(work.error, work.variables.result), fault: true }
        : work.data
          ? { text: work.data, fault: false }
          : null,
  }
}

/** Nobody waits for the file any more. */
const isStopped = (thrown: unknown): boolean => isCancelledError(thrown) || isAbort(thrown)

const faultText = (thrown: unknown, { place }: VideoJob): string => {
  if (isStopped(thrown)) return ''
  const error = toServiceError(thrown)
  if (isAbort(error)) return ''
  if (place === 'service' && error.status === 0)
    return 'This page may not read the file. Open its link instead.'
  const { title, help } = place === 'service' ? serviceErrorWords(error, 'video') : videoErrorWords(error)
  return `${title}. ${help}`
}
