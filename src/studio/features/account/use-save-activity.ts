import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { imageFormats, videoFormats } from '#contract/output-formats.ts'
import type { Retry } from '#contract/progress.ts'
import { isAbort, type ServiceError } from '#contract/service-error.ts'
import type { Activity } from '#service/activity.ts'
import { useActivityLog, useConnection, useService } from '#studio/hooks/use-service.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { resultName, saveFile } from '#studio/media/save-file.ts'
import { shownState } from './activity-state.ts'

export type SaveActivity = {
  /** The result is kept here, or still to be had. */
  readonly isPossible: boolean
  readonly isRunning: boolean
  readonly error: ServiceError | null
  /** The service could not answer and is asked again in a while; null otherwise. */
  readonly retry: Retry | null
  readonly save: () => void
  /** Lets go of what is being fetched. */
  readonly stop: () => void
}

/** Saves the result of an entry: from this device where it is kept, else from the service that made it. */
export function useSaveActivity(activity: Activity, now: number): SaveActivity {
  const ledger = useActivityLog()
  const device = useService()
  const { service } = useConnection()
  const announce = useAnnounce()
  const { id, job, isKept, name } = activity
  const maker = [device, service].find((each) => each?.id === activity.service)

  const [retry, setRetry] = useState<Retry | null>(null)
  const fetching = useRef<AbortController>(null)
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const kept = isKept ? await ledger.readResult(id) : null
      const result = kept ?? (job && maker ? await fetchOrOpen() : null)
      if (!result) return
      saveFile(result, resultName(name, extensionOf(activity, result)))
      announce(`Saved ${name}`)
    },
  })

  /** Null where the browser itself has to fetch it: hosts of results may refuse pages and still serve links. */
  const fetchOrOpen = async (): Promise<Blob | null> => {
    if (!job || !maker) return null
    try {
      fetching.current = new AbortController()
      return await maker.getResult(job.id, {
        signal: fetching.current.signal,
        onProgress: (progress) => setRetry(progress.retry ?? null),
      })
    } catch (thrown) {
      if (isAbort(thrown)) return null
      if (!job.result_url || !hasNobodyAnswered(thrown)) throw thrown
      openLink(job.result_url)
      announce('The browser downloads the result by its link')
      return null
    } finally {
      setRetry(null)
    }
  }

  return {
    isPossible: isKept || (shownState(activity, now) === 'completed' && job !== null && maker !== undefined),
    isRunning: saving.isPending,
    error: saving.error,
    retry,
    save: () => saving.mutate(),
    stop: () => fetching.current?.abort(),
  }
}

const hasNobodyAnswered = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && 'status' in thrown && thrown.status === 0

/** The link is served as an attachment, so that it opens no page. */
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
