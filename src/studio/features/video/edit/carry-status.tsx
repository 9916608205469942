import { messages } from '#studio/messages/messages.ts'
import { Button } from '#studio/ui/button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import type { CarriedEdits } from './use-carried-edits.ts'

const texts = messages.video.edit

/** Tells how far the edits of frames have been carried to the others, and lets that be cancelled. */
export function CarryStatus({ carried }: { readonly carried: CarriedEdits }) {
  const { isRunning, isStopped, progress, cancel, begin } = carried
  if (!isRunning && !isStopped) return null
  const { done = 0 } = progress?.frames ?? {}
  return (
    <div className="flex shrink-0 items-center gap-3 border-b border-line bg-panel px-3.5 py-1.5 text-xs text-ink-soft">
      <p role="status" className="figures">
        {isRunning ? texts.carrying(done) : texts.carryStopped}
      </p>
      {isRunning ? <ProgressBar slim percent={null} label={texts.carryingLabel} /> : null}
      <Button variant="quiet" onClick={isRunning ? cancel : begin}>
        {isRunning ? texts.cancelCarry : texts.carryAgain}
      </Button>
    </div>
  )
}
