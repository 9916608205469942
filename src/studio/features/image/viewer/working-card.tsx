import type { Progress, Step } from '#contract/progress.ts'
import type { RunLocation } from '#library/items/item.ts'
import {
  percent,
  pictureSteps,
  progressText,
  sendingText,
  stepLabels,
} from '#studio/features/image/progress.ts'
import { messages } from '#studio/messages/messages.ts'
import { RetryLine } from '#studio/sending/retry-status.tsx'
import { Button } from '#studio/ui/button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'

const texts = messages.image.viewer

type Props = {
  readonly name: string
  readonly runLocation: RunLocation
  readonly progress: Progress | null
  readonly isWaiting: boolean
  readonly onCancel: () => void
  /** What else people should know; null where there is nothing. */
  readonly note: string | null
}

/** The progress of the shown picture, with a button that cancels the work. */
export const WorkingCard = ({ name, runLocation, progress, isWaiting, onCancel, note }: Props) => (
  <div className="pointer-events-auto w-full max-w-md animate-rise rounded-lg bg-panel p-4 shadow-lift inset-ring inset-ring-line">
    <div className="flex items-center justify-between gap-4">
      <p className="figures min-w-0 text-sm font-semibold">
        {isWaiting ? (
          runLocation === 'service' ? (
            texts.waitingToSend
          ) : (
            texts.waitingForOthers
          )
        ) : progress?.retry ? (
          <RetryLine retry={progress.retry} />
        ) : runLocation === 'service' ? (
          sendingText(progress)
        ) : (
          progressText(progress)
        )}
      </p>
      <Button variant="plain" onClick={onCancel} aria-label={texts.cancelOf(name)}>
        {texts.cancel}
      </Button>
    </div>
    <div className="mt-3">
      <ProgressBar label={messages.image.progress.of(name)} percent={isWaiting ? 0 : percent(progress)} />
    </div>
    {note ? <p className="mt-2 text-xs text-ink-soft">{note}</p> : null}
    {runLocation === 'service' ? null : <StepList current={progress?.step ?? null} />}
  </div>
)

const StepList = ({ current }: { readonly current: Step | null }) => (
  <ol className="mt-2.5 flex justify-between text-xs max-sm:hidden" aria-hidden>
    {pictureSteps.map((step) => (
      <li
        key={step}
        className={step === current ? 'font-semibold text-ink' : 'text-ink-faint'}
        data-stage={step === current ? step : undefined}
      >
        {stepLabels[step]}
      </li>
    ))}
  </ol>
)
