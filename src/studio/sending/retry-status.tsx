import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Retry } from '#contract/progress.ts'
import { useNow } from '#studio/hooks/use-timer.ts'
import { Button } from '#studio/ui/button.tsx'
import { retryText } from './sending-text.ts'

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

/** Seconds until the next try begins, counted from when it was heard of; 0 once it is due. */
function useCountdown(retry: Retry | null): number {
  const [heard, setHeard] = useState<{ readonly retry: Retry; readonly atMs: number } | null>(null)
  useEffect(() => setHeard(retry && { retry, atMs: Date.now() }), [retry])
  const now = useNow(250, retry !== null)
  if (!retry) return 0
  const passed = heard?.retry === retry ? Math.max(0, now - heard.atMs) / 1000 : 0
  return Math.max(0, retry.seconds - passed)
}
