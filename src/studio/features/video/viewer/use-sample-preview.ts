import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CompositionParts } from '#contract/composition.ts'
import type { Progress } from '#contract/progress.ts'
import { isAbort, ServiceError } from '#contract/service-error.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import { isMattePair, wantsMatte } from '#library/recipe/video-recipe.ts'
import { samplePreviewTimes } from '#library/videos/trim-range.ts'
import type { VideoItem } from '#library/videos/video-item.ts'
import { messages } from '#studio/messages/messages.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { useAnnounce, useService } from '#studio/state/use-studio.ts'

const { samplePreview: texts } = messages.video

/** Single frames with the current settings, before a job is started. */
export type SamplePreview = {
  readonly times: readonly number[]
  readonly pictures: readonly Blob[] | null
  readonly error: ServiceError | null
  readonly isRunning: boolean
  readonly progress: Progress | null
  readonly start: (options: VideoOptions, parts: CompositionParts | null) => void
  /** Cancels it, or removes its pictures. */
  readonly close: () => void
}

type Wanted = { readonly options: VideoOptions; readonly parts: CompositionParts | null }

/** Cuts out three frames of the chosen part, to preview a job. */
export function useSamplePreview(item: VideoItem): SamplePreview {
  const service = useService()
  const client = useQueryClient()
  const announce = useAnnounce()
  const abort = useRef<AbortController | null>(null)
  const [times, setTimes] = useState<readonly number[]>([])
  const [progress, setProgress] = useState<Progress | null>(null)
  const work = useMutation<readonly Blob[], ServiceError, Wanted>({
    mutationFn: ({ options, parts }) => {
      const { file, facts, trim, recipe } = item
      const workers = service.onDevice?.workers
      if (!file || !facts || !workers) throw new ServiceError('invalid_video')
      const mine = new AbortController()
      abort.current = mine
      const atSeconds = samplePreviewTimes(trim, facts)
      setTimes(atSeconds)
      setProgress(null)
      // An MP4 and its matte are transparent together.
      const isPair = isMattePair({ options, parts, hasMatte: wantsMatte(recipe) })
      const shown: VideoOptions = isPair ? { ...options, format: 'webm' } : options
      return workers.samplePreviews(
        { video: file, facts, options: shown, atSeconds, ...(parts && { parts }) },
        { signal: mine.signal, onProgress: setProgress },
      )
    },
    onMutate: () => announce(texts.cutting),
    onSuccess: () => announce(texts.done),
    onSettled: () => client.invalidateQueries({ queryKey: deviceReport(service).queryKey }),
    onError: (error: unknown) => isAbort(error) || announce(texts.failed),
  })
  return {
    times,
    pictures: work.data ?? null,
    error: isAbort(work.error) ? null : work.error,
    isRunning: work.isPending,
    progress: work.isPending ? progress : null,
    start: (options, parts) => work.mutate({ options, parts }),
    close: () => {
      abort.current?.abort()
      work.reset()
    },
  }
}
