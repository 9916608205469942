import { createContext, use, useRef, useState } from 'react'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import type { ZipReport } from '#studio/media/zip-results.ts'
import { useAnnounce } from './use-studio.ts'

export type SaveAllCall = {
  readonly signal: AbortSignal
  readonly onReport: (report: ZipReport) => void
}

export type SaveAllReport = {
  /** `3 files saved as clearcut.zip` */
  readonly summary: string
  /** What was left out and why, in sentences; empty where nothing was. */
  readonly notes: string
}

/** The way to everything that is finished, also for a part of the page that shows nothing else any more. */
export type SaveAll = {
  /** How many files there are to save. */
  readonly count: () => number
  /** Saves them in one ZIP. Rejects with an `AbortError` on abort, and where no ZIP can be made. */
  readonly save: (call: SaveAllCall) => Promise<SaveAllReport>
}

export const SaveAllContext = createContext<SaveAll | null>(null)

export function useSaveAll(): SaveAll {
  const rescue = use(SaveAllContext)
  if (!rescue) throw new Error('useRescue outside of the App')
  return rescue
}

export type SaveAllWork = {
  readonly progress: ZipReport | null
  /** What happened to the last one, where there is something to say. */
  readonly message: string | null
  readonly start: () => void
  readonly cancel: () => void
  readonly forget: () => void
}

/** Saves everything that is finished in one ZIP, and tells how far that is. */
export function useSaveAllWork({ save }: Pick<SaveAll, 'save'>): SaveAllWork {
  const announce = useAnnounce()
  const abort = useRef<AbortController | null>(null)
  const [progress, setProgress] = useState<ZipReport | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const tell = (text: string | null) => {
    setMessage(text)
    if (text) announce(text)
  }
  return {
    progress,
    message,
    start: () => {
      if (abort.current) return
      const mine = new AbortController()
      abort.current = mine
      setProgress({ done: 0, total: 1 })
      save({ signal: mine.signal, onReport: setProgress })
        .then(({ summary, notes }) => {
          announce(summary)
          tell(notes || null)
        })
        .catch((thrown: unknown) => {
          const error = toServiceError(thrown)
          tell(isAbort(error) ? null : `The ZIP could not be made. ${error.message}`)
        })
        .finally(() => {
          abort.current = null
          setProgress(null)
        })
    },
    cancel: () => abort.current?.abort(),
    forget: () => setMessage(null),
  }
}
