import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Retry } from '#contract/progress.ts'
import { messages } from '#studio/messages/messages.ts'
import { retryText } from '#studio/messages/sending-text.ts'
import { useNow } from '#studio/state/use-browser-state.ts'
import { Button } from './button.tsx'

const texts = messages.sending.retry

/** Shows that the service could not answer, and when the request is retried (D-53). */
export function RetryLine({ retry }: { readonly retry: Retry }) {
  const secondsLeft = useCountdown(retry)
  return (
    <span className="flex items-start gap-1.5 text-uncertain" data-testid="retry">
      <RotateCw size={15} strokeWidth={2} aria-hidden className="mt-0.5 shrink-0" />
      <span className="figures">{retryText(retry, secondsLeft)}</span>
    </span>
  )
}

type Props = {
  readonly retry: Retry | null
  /** The name of the request, for screen readers. */
  readonly name: string
  readonly onStop: () => void
}

/** Shows a pending retry with a button that cancels the request; empty while no retry is pending. */
export const RetryNotice = ({ retry, name, onStop }: Props) =>
  retry ? (
    <div role="status" className="flex items-center justify-between gap-3 text-xs">
      <RetryLine retry={retry} />
      <Button onClick={onStop} aria-label={texts.stopFor(name)}>
        {texts.stop}
      </Button>
    </div>
  ) : null

/** Seconds until the next attempt, counted from when `retry` arrived; 0 once it is due. */
function useCountdown(retry: Retry | null): number {
  const [received, setReceived] = useState<{ readonly retry: Retry; readonly atMs: number } | null>(null)
  useEffect(() => setReceived(retry && { retry, atMs: Date.now() }), [retry])
  const now = useNow(250, retry !== null)
  if (!retry) return 0
  const passed = received?.retry === retry ? Math.max(0, now - received.atMs) / 1000 : 0
  return Math.max(0, retry.seconds - passed)
}
