import { type ReactNode, useEffect, useState } from 'react'
import type { Progress, Retry } from '#contract/progress.ts'
import { messages } from '#studio/messages/messages.ts'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import { RetryLine } from '#studio/ui/retry-status.tsx'

type Props = {
  readonly text: string
  /** Replaces the text while a request is retried. */
  readonly retry: Retry | undefined
  readonly label: string
  /** Null if unknown. */
  readonly percent: number | null
  /** The bytes being fetched or sent. */
  readonly bytes: Progress['bytes'] | undefined
  readonly buttons: ReactNode
  /** The content below the bar. */
  readonly children: ReactNode
}

/** The progress of the shown item, with buttons to stop it. */
export const WorkCard = ({ text, retry, label, percent, bytes, buttons, children }: Props) => (
  <div className="pointer-events-auto w-full max-w-md animate-rise rounded-lg bg-panel p-4 shadow-lift inset-ring inset-ring-line">
    <div className="flex items-center justify-between gap-4">
      <p className="figures min-w-0 text-sm font-semibold">{retry ? <RetryLine retry={retry} /> : text}</p>
      {buttons}
    </div>
    <div className="mt-3">
      <ProgressBar label={label} percent={percent} />
    </div>
    {useIsStalled(bytes) ? (
      <p role="status" className="mt-2 text-xs text-uncertain">
        {messages.ui.slowConnection}
      </p>
    ) : null}
    {children}
  </div>
)

/** How long no byte may arrive before the card shows it, in milliseconds. */
const stalledMs = 10_000

/** Whether bytes are expected, and none has arrived for a while. */
function useIsStalled(bytes: Progress['bytes'] | undefined): boolean {
  const loaded = bytes && bytes.loaded < bytes.total ? bytes.loaded : null
  const [stalledAt, setStalledAt] = useState<number | null>(null)
  useEffect(() => {
    if (loaded === null) return
    const timer = setTimeout(() => setStalledAt(loaded), stalledMs)
    return () => clearTimeout(timer)
  }, [loaded])
  return loaded !== null && stalledAt === loaded
}
