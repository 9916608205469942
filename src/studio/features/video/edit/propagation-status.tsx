import { isAbort, toServiceError } from '#contract/service-error.ts'
import { errorSentence } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { Button } from '#studio/ui/button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import type { PropagatedEdits } from './use-propagated-edits.ts'

const texts = messages.video.edit

type Props = {
  readonly propagated: PropagatedEdits
  /** Why the frame on the stage could not be edited; null if it could. */
  readonly frameError: unknown
}

/** The progress of propagating edits to other frames, with a button to cancel, or its error. */
export function PropagationStatus({ propagated, frameError }: Props) {
  const { isRunning, isStopped, progress, error, cancel, begin } = propagated
  const failure = failureText(frameError ?? (isRunning ? null : error))
  if (!isRunning && !isStopped && failure === null) return null
  const { done = 0 } = progress?.frames ?? {}
  return (
    <div className="pointer-events-auto flex max-w-full items-center gap-3 rounded-lg bg-panel py-1 pr-1 pl-3.5 text-xs text-ink-soft shadow-lift inset-ring inset-ring-line">
      {failure === null ? (
        <p role="status" className="figures">
          {isRunning ? texts.propagating(done) : texts.propagationStopped}
        </p>
      ) : (
        <p role="alert" className="text-fault">
          {texts.failed} {failure}
        </p>
      )}
      {isRunning && failure === null ? (
        <span className="w-24">
          <ProgressBar slim percent={null} label={texts.propagatingLabel} />
        </span>
      ) : null}
      {isRunning || isStopped ? (
        <Button variant="quiet" onClick={isRunning ? cancel : begin}>
          {isRunning ? texts.cancelPropagation : texts.propagateAgain}
        </Button>
      ) : null}
    </div>
  )
}

const failureText = (thrown: unknown): string | null => {
  if (thrown === null || thrown === undefined) return null
  const error = toServiceError(thrown)
  return isAbort(error) ? null : errorSentence(error)
}
