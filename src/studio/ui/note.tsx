import { CircleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'

type Props = {
  /** Something is wrong that somebody has to mend. */
  readonly isFault?: boolean
  readonly onDismiss: () => void
  readonly children: ReactNode
}

/** What happened, in a line that floats over the page until it is dismissed. */
export const Note = ({ isFault = false, onDismiss, children }: Props) => (
  <div className="pointer-events-auto flex max-w-xl animate-rise items-center gap-2.5 rounded-lg bg-panel py-2 pr-2 pl-4 text-sm shadow-lift inset-ring inset-ring-line">
    {isFault ? <CircleAlert size={16} strokeWidth={1.9} aria-hidden className="shrink-0 text-fault" /> : null}
    <p className="min-w-0 [overflow-wrap:anywhere]">{children}</p>
    <IconButton small icon={X} label="Dismiss" onClick={onDismiss} />
  </div>
)
