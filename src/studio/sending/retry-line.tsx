import { RotateCw } from 'lucide-react'
import type { Retry } from '#contract/progress.ts'
import { retryText } from './retry-words.ts'
import { useCountdown } from './use-countdown.ts'

/** Says that the service could not answer and when it is asked again (D-53). */
export function RetryLine({ retry }: { readonly retry: Retry }) {
  const secondsLeft = useCountdown(retry)
  return (
    <span className="flex items-start gap-1.5 text-doubt" data-testid="retry">
      <RotateCw size={15} strokeWidth={2} aria-hidden className="mt-0.5 shrink-0" />
      <span className="figures">{retryText(retry, secondsLeft)}</span>
    </span>
  )
}
