import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { imageFormats, videoFormats } from '#contract/output-formats.ts'
import type { Retry } from '#contract/progress.ts'
import { isAbort, type ServiceError } from '#contract/service-error.ts'
import type { Activity } from '#service/activity.ts'
import { useActivityLog, useConnection, useService } from '#studio/hooks/use-service.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { resultName, saveFile } from '#studio/media/save-file.ts'
import { messages } from '#studio/messages/messages.ts'
import { shownState } from './activity-state.ts'

/** Saves the result of an entry again. */
export type SaveActivity = {
  /** The result is kept on this device, or its service still has it. */
  readonly isPossible: boolean
  readonly isRunning: boolean
  readonly error: ServiceError | null
  /** The service could not answer and is asked again after a wait; null otherwise. */
  readonly retry: Retry | null
  readonly save: () => void
  /** Cancels the download. */
  readonly stop: () => void
}

/** Saves the result of a request: from this device where it is kept, else from the service that made it. */
export function useSaveActivity(activity: Activity, now: number): SaveActivity {
  const log = useActivityLog()
  const device = useService()
  const { service } = useConnection()
  const announce = useAnnounce()
  const { id, job, isKept, name } = activity
  const origin = [device, service].find((each) => each?.id === activity.service)

  const [retry, setRetry] = useState<Retry | null>(null)
  const fetching = useRef<AbortController>(null)
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const kept = isKept ? await log.readResult(id) : null
      const result = kept ?? (await fetchOrOpen())
      if (!result) return
      saveFile(result, resultName(name, extensionOf(activity, result)))
      announce(messages.account.activity.saved(name))
    },
  })

  /** Null where the browser downloads the link itself: a host may refuse requests of pages (CORS) and serve links. */
  const fetchOrOpen = async (): Promise<Blob | null> => {
    if (!job || !origin) return null
    try {
      fetching.current = new AbortController()
      return await origin.getResult(job.id, {
        signal: fetching.current.signal,
        onProgress: (progress) => setRetry(progress.retry ?? null),
      })
    } catch (thrown) {
      if (isAbort(thrown)) return null
      if (!job.result_url || !isWithoutAnswer(thrown)) throw thrown
      openLink(job.result_url)
      announce(messages.account.activity.savedByLink)
      return null
    } finally {
      setRetry(null)
    }
  }

  return {
    isPossible: isKept || (shownState(activity, now) === 'completed' && job !== null && origin !== undefined),
    isRunning: saving.isPending,
    error: saving.error,
    retry,
    save: () => saving.mutate(),
    stop: () => fetching.current?.abort(),
  }
}

const isWithoutAnswer = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && 'status' in thrown && thrown.status === 0

/** Starts a download: the service serves the link as an attachment, so that no page opens. */
const openLink = (url: string): void => {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noreferrer'
  link.target = '_blank'
  link.click()
}

const extensionOf = ({ job }: Activity, { type }: Blob): string => {
  if (job) return videoFormats[job.format].extension
  return Object.values(imageFormats).find(({ mime }) => mime === type)?.extension ?? 'png'
}
