import { RotateCcw } from 'lucide-react'
import { messages } from '#studio/messages/messages.ts'
import { Button } from '#studio/ui/button.tsx'

type Props = {
  readonly onRetry: () => void
  /** Information to read before a restart. */
  readonly note?: string
  readonly label?: string
  readonly text?: string
}

/** Shows that work was stopped, with a button that restarts it. */
export const StoppedCard = ({
  onRetry,
  note = '',
  label = messages.viewer.startAgain,
  text = messages.viewer.stopped(note),
}: Props) => (
  <div className="pointer-events-auto flex animate-rise items-center gap-4 rounded-lg bg-panel py-2.5 pr-2.5 pl-4 text-sm shadow-lift inset-ring inset-ring-line">
    <span className="figures">{text}</span>
    <Button onClick={onRetry}>
      <RotateCcw size={15} aria-hidden /> {label}
    </Button>
  </div>
)
