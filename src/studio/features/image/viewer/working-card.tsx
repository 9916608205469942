import type { Progress, Step } from '#contract/progress.ts'
import {
  percent,
  progressText,
  sendingText,
  stageLabels,
  workStages,
} from '#studio/features/image/progress.ts'
import { RetryLine } from '#studio/sending/retry-status.tsx'
import type { RunLocation } from '#studio/sending/run-location.tsx'
import { Button } from '#studio/ui/button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'

type Props = {
  readonly name: string
  readonly place: RunLocation
  readonly progress: Progress | null
  readonly waiting: boolean
  readonly onCancel: () => void
}

/** What is going on with the picture on the stage, and the way out. */
export const WorkingCard = ({ name, place, progress, waiting, onCancel }: Props) => (
  <div className="pointer-events-auto w-full max-w-md animate-rise rounded-lg bg-panel p-4 shadow-lift inset-ring inset-ring-line">
    <div className="flex items-center justify-between gap-4">
      <p className="figures min-w-0 text-sm font-semibold">
        {waiting ? (
          place === 'service' ? (
            'Waiting for its turn to be sent'
          ) : (
            'Waiting for the picture before it'
          )
        ) : progress?.retry ? (
          <RetryLine retry={progress.retry} />
        ) : place === 'service' ? (
          sendingText(progress)
        ) : (
          progressText(progress)
        )}
      </p>
      <Button variant="plain" onClick={onCancel} aria-label={`Cancel ${name}`}>
        Cancel
      </Button>
    </div>
    <div className="mt-3">
      <ProgressBar label={`Progress of ${name}`} percent={waiting ? 0 : percent(progress)} />
    </div>
    {place === 'service' ? null : <StepList stage={progress?.step ?? null} />}
  </div>
)

const StepList = ({ stage: now }: { readonly stage: Step | null }) => (
  <ol className="mt-2.5 flex justify-between text-xs max-sm:hidden" aria-hidden>
    {workStages.map((stage) => (
      <li
        key={stage}
        className={stage === now ? 'font-semibold text-ink' : 'text-ink-faint'}
        data-stage={stage === now ? stage : undefined}
      >
        {stageLabels[stage]}
      </li>
    ))}
  </ol>
)
