import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { JobId } from '#contract/ids.ts'
import type { Progress } from '#contract/progress.ts'
import { isAbort, ServiceError, toServiceError } from '#contract/service-error.ts'
import type { VideoItem, VideoJob } from '#studio/features/video/queue/video-item.ts'
import { useWakeLock } from '#studio/hooks/use-browser-state.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { canPickFile, framesName, pickFile, removeIfEmpty, saveFile } from '#studio/media/save-file.ts'
import { throttleProgress } from '#studio/media/throttle-progress.ts'
import { videoErrorSummary } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'

const { frames: texts, actions: actionTexts } = messages.video

/** Saves the frames of a result as pictures, one result at a time. */
export type SaveFrames = {
  readonly start: (item: VideoItem, result: VideoJob) => void
  readonly cancel: () => void
  /** The job whose frames are being written, and the progress; null while none are. */
  readonly running: { readonly id: JobId; readonly progress: Progress | null } | null
  /** The outcome of the last attempt; null before the first. */
  readonly message: { readonly id: JobId; readonly text: string; readonly isError: boolean } | null
  readonly reset: () => void
}

/** Saves the frames of a result of this device as PNGs in a ZIP, one result at a time. */
export function useSaveFrames(): SaveFrames {
  const service = useService()
  const announce = useAnnounce()
  const abort = useRef<AbortController | null>(null)
  const [progress, setProgress] = useState<Progress | null>(null)
  const work = useMutation({
    networkMode: 'always',
    mutationFn: async ({ item, result }: { item: VideoItem; result: VideoJob }): Promise<string> => {
      const videos = service.onDevice?.videos
      if (!videos) throw new ServiceError('job_not_found')
      abort.current = new AbortController()
      const { signal } = abort.current
      setProgress(null)
      const name = framesName(item.name)
      const target = canPickFile() ? await pickFile(name) : null
      try {
        signal.throwIfAborted()
        const call = { signal, onProgress: throttleProgress(setProgress) }
        const zip = await videos.packFrames(result.job.id, target, call)
        if (zip) saveFile(zip, name)
        const bytes = zip?.size ?? (await target?.getFile())?.size ?? 0
        return actionTexts.saved(name, bytes)
      } catch (thrown) {
        if (target) removeIfEmpty(target)
        throw thrown
      }
    },
    onSuccess: announce,
    onError: (thrown: unknown) => announce(errorMessage(thrown, abort.current)),
  })
  useWakeLock(work.isPending)
  const id = work.variables?.result.job.id
  const said = work.error ? errorMessage(work.error, abort.current) : work.data
  return {
    start: (item, result) => work.isPending || work.mutate({ item, result }),
    cancel: () => abort.current?.abort(),
    running: work.isPending && id ? { id, progress } : null,
    message: id && said ? { id, text: said, isError: work.error !== null && !isAbort(work.error) } : null,
    reset: () => work.isPending || work.reset(),
  }
}

/** Empty where the person closed the browser's own file dialog, and so knows that nothing was saved. */
const errorMessage = (thrown: unknown, abort: AbortController | null): string => {
  const error = toServiceError(thrown)
  if (isAbort(error)) return abort?.signal.aborted ? texts.cancelled : ''
  return videoErrorSummary(error, 'device')
}
