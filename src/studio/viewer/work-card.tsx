import type { ReactNode } from 'react'
import type { Retry } from '#contract/progress.ts'
import { RetryLine } from '#studio/sending/retry-status.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'

type Props = {
  readonly text: string
  /** Takes the place of the text while a request is tried again. */
  readonly retry: Retry | undefined
  readonly label: string
  /** Null where it is not known. */
  readonly percent: number | null
  readonly buttons: ReactNode
  /** What stands below the bar. */
  readonly children: ReactNode
}

/** The progress of the shown item, with the buttons that stop it. */
export const WorkCard = ({ text, retry, label, percent, buttons, children }: Props) => (
  <div className="pointer-events-auto w-full max-w-md animate-rise rounded-lg bg-panel p-4 shadow-lift inset-ring inset-ring-line">
    <div className="flex items-center justify-between gap-4">
      <p className="figures min-w-0 text-sm font-semibold">{retry ? <RetryLine retry={retry} /> : text}</p>
      {buttons}
    </div>
    <div className="mt-3">
      <ProgressBar label={label} percent={percent} />
    </div>
    {children}
  </div>
)
