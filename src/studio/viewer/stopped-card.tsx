import { RotateCcw } from 'lucide-react'
import { Button } from '#studio/ui/button.tsx'

type Props = {
  readonly onRetry: () => void
  /** What to know before it is started again. */
  readonly note?: string
  readonly label?: string
  readonly said?: string
}

export const StoppedCard = ({
  onRetry,
  note = '',
  label = 'Start again',
  said = `Stopped. ${note}`,
}: Props) => (
  <div className="pointer-events-auto flex animate-rise items-center gap-4 rounded-lg bg-panel py-2.5 pr-2.5 pl-4 text-sm shadow-lift inset-ring inset-ring-line">
    <span className="figures">{said}</span>
    <Button onClick={onRetry}>
      <RotateCcw size={15} aria-hidden /> {label}
    </Button>
  </div>
)
