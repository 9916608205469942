import type { Retry } from '#contract/progress.ts'
import { Button } from '#studio/ui/button.tsx'
import { RetryLine } from './retry-line.tsx'

type Props = {
  readonly retry: Retry | null
  /** Of what is waited for, for those who do not see the button. */
  readonly name: string
  readonly onStop: () => void
}

/** Says what is waited for, and lets go of it; nothing where nothing is. */
export const RetryNotice = ({ retry, name, onStop }: Props) =>
  retry ? (
    <div role="status" className="flex items-center justify-between gap-3 text-xs">
      <RetryLine retry={retry} />
      <Button onClick={onStop} aria-label={`Stop waiting for ${name}`}>
        Stop
      </Button>
    </div>
  ) : null
