import { CirclePause } from 'lucide-react'
import type { BatchPause } from '#library/batch/batch.ts'
import { messages } from '#studio/messages/messages.ts'
import { Button } from '#studio/ui/button.tsx'

type Props = { readonly pause: BatchPause; readonly onResume: () => void }

/** Why the batch waits, in one line, and the button that ends it. */
export function PauseLine({ pause, onResume }: Props) {
  const { text, action } = messages.batch.pauses[pause]
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line bg-uncertain-ground px-4 py-2.5 text-sm"
    >
      <p className="flex min-w-0 items-center gap-2.5 font-medium text-uncertain">
        <CirclePause size={17} strokeWidth={1.9} aria-hidden className="shrink-0" /> {text}
      </p>
      <Button variant="main" onClick={onResume}>
        {action}
      </Button>
    </div>
  )
}
