import { useRef, useState } from 'react'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import type { Rescue } from '#studio/hooks/use-rescue.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import type { ZipReport } from '#studio/media/zip-results.ts'

export type ZipWork = {
  readonly progress: ZipReport | null
  /** What happened to the last one, where there is something to say. */
  readonly message: string | null
  readonly start: () => void
  readonly cancel: () => void
  readonly forget: () => void
}

/** Saves everything that is finished in one ZIP, and tells how far that is. */
export function useZip({ save }: Pick<Rescue, 'save'>): ZipWork {
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
        .then(({ said, notes }) => {
          announce(said)
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
