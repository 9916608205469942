import { createContext, use, useRef, useState } from 'react'
import type { ZipReport } from '#studio/media/zip-results.ts'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'

/** How a save of all results is followed and stopped. */
export type SaveAllCall = {
  readonly signal: AbortSignal
  readonly onReport: (report: ZipReport) => void
  /** Only these items are saved; all where there are none. */
  readonly ids?: readonly string[]
}

/** What came of it. */
export type SaveAllReport = {
  /** `3 files saved as clearcut.zip` */
  readonly summary: string
  /** What was left out and why, in sentences; empty if everything was saved. */
  readonly notes: string
}

/** Access to all results, which also works where the page itself has failed. */
export type SaveAll = {
  /** How many files there are to save. */
  readonly count: () => number
  /** Saves them in one ZIP. Rejects with an `AbortError` on abort, or if no ZIP can be made. */
  readonly save: (call: SaveAllCall) => Promise<SaveAllReport>
}

export const SaveAllContext = createContext<SaveAll | null>(null)

export function useSaveAll(): SaveAll {
  const saveAll = use(SaveAllContext)
  if (!saveAll) throw new Error('useSaveAll outside of the App')
  return saveAll
}

/** The save of all results that runs, or ran last. */
export type SaveAllWork = {
  /** Null while nothing is being saved. */
  readonly progress: ZipReport | null
  /** What was saved last. */
  readonly summary: string | null
  /** What was left out of it, or why there is no ZIP. */
  readonly message: string | null
  readonly start: () => void
  readonly cancel: () => void
  readonly forget: () => void
}

const nothingSaved = { summary: null, message: null }

/** Saves all results in one ZIP, one call at a time. `announce` is told the outcome. */
export function useSaveAllWork(
  { save }: Pick<SaveAll, 'save'>,
  announce: (text: string) => void = () => {},
): SaveAllWork {
  const abort = useRef<AbortController | null>(null)
  const [progress, setProgress] = useState<ZipReport | null>(null)
  const [outcome, setOutcome] = useState<Pick<SaveAllWork, 'summary' | 'message'>>(nothingSaved)
  const tell = (summary: string | null, message: string | null) => {
    setOutcome({ summary, message })
    if (summary) announce(summary)
    if (message) announce(message)
  }
  return {
    progress,
    ...outcome,
    start: () => {
      if (abort.current) return
      const controller = new AbortController()
      abort.current = controller
      setProgress({ done: 0, total: 1 })
      save({ signal: controller.signal, onReport: setProgress })
        .then(({ summary, notes }) => tell(summary, notes || null))
        .catch(async (thrown: unknown) => tell(null, await saveFaultText(thrown)))
        .finally(() => {
          abort.current = null
          setProgress(null)
        })
    },
    cancel: () => abort.current?.abort(),
    forget: () => setOutcome(nothingSaved),
  }
}

/** Why there is no ZIP; null where it was cancelled. What puts errors into words is no part of the first view. */
const saveFaultText = async (thrown: unknown): Promise<string | null> => {
  const [{ errorSentence }, { isAbort, toServiceError }] = await Promise.all([
    import('#studio/messages/error-text.ts'),
    import('#contract/service-error.ts'),
  ])
  const error = toServiceError(thrown)
  return isAbort(error) ? null : messages.app.saveAll.fault(errorSentence(error))
}
