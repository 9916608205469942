import { RotateCcw } from 'lucide-react'
import { Button } from '#studio/ui/button.tsx'

export const StoppedCard = ({ onRetry }: { readonly onRetry: () => void }) => (
  <div className="pointer-events-auto flex animate-rise items-center gap-4 rounded-lg bg-panel py-2.5 pr-2.5 pl-4 text-sm shadow-lift inset-ring inset-ring-line">
    Stopped.
    <Button onClick={onRetry}>
      <RotateCcw size={15} aria-hidden /> Start again
    </Button>
  </div>
)
