import { useMutation, useQueryClient } from '@tanstack/react-query'
import { videoFormats } from '#contract/output-formats.ts'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import type { VideoItem, VideoJob } from '#studio/features/video/queue/video-item.ts'
import { videoErrorWords } from '#studio/features/video/words/video-error-words.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { bytesText } from '#studio/media/amounts.ts'
import { resultName } from '#studio/media/file-names.ts'
import { saveFile } from '#studio/media/save-file.ts'
import { jobResult } from '#studio/queries/job.ts'

export type SaveVideo = {
  readonly save: (item: VideoItem, result: VideoJob) => void
  readonly isSaving: boolean
  /** What happened last; null before anything did. */
  readonly message: { readonly text: string; readonly fault: boolean } | null
}

/** Saves a result under the name of its video. */
export function useSaveVideo(): SaveVideo {
  const service = useService()
  const client = useQueryClient()
  const announce = useAnnounce()
  const work = useMutation({
    networkMode: 'always',
    mutationFn: async ({ item, result }: { item: VideoItem; result: VideoJob }): Promise<string> => {
      const file = await client.fetchQuery({ ...jobResult(service, result.job.id), networkMode: 'always' })
      const name = resultName(item.name, videoFormats[result.job.format].extension)
      saveFile(file, name)
      return `Saved ${name}, ${bytesText(file.size)}`
    },
    onSuccess: announce,
    onError: (error: unknown) => announce(faultText(error)),
  })
  return {
    save: (item, result) => work.isPending || work.mutate({ item, result }),
    isSaving: work.isPending,
    message: work.error
      ? { text: faultText(work.error), fault: true }
      : work.data
        ? { text: work.data, fault: false }
        : null,
  }
}

const faultText = (thrown: unknown): string => {
  const error = toServiceError(thrown)
  if (isAbort(error)) return ''
  const { title, help } = videoErrorWords(error)
  return `${title}. ${help}`
}
