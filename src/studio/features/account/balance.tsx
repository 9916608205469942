import { LoaderCircle, RefreshCw } from 'lucide-react'
import type { Account } from '#contract/account.ts'
import type { ServiceError } from '#contract/service-error.ts'
import { useOnline } from '#studio/hooks/use-browser-state.ts'
import { useNow } from '#studio/hooks/use-timer.ts'
import { formatAge } from '#studio/messages/format-time.ts'
import { formatNumber } from '#studio/messages/format-units.ts'
import type { AccountQuery } from '#studio/queries/account.ts'
import { CopyId } from '#studio/sending/copy-id.tsx'
import { RetryLine } from '#studio/sending/retry-status.tsx'
import { creditsLeft } from '#studio/sending/sending-text.ts'
import { Button, IconButton } from '#studio/ui/button.tsx'
import { Notice } from '#studio/ui/notice.tsx'
import { booksFault, rechargeText } from './account-words.ts'

type Props = {
  readonly books: AccountQuery
  /** Opens the form for another key. */
  readonly onKey: () => void
}

/** Plan, what is left and what was used, by the service's own books; and why they cannot be read. */
export function Balance({ books, onKey }: Props) {
  const { account, error, isReading, readAt, retry, refresh } = books
  const now = useNow(10_000)
  return (
    <section aria-labelledby="balance-title" aria-busy={isReading}>
      <div className="flex min-h-9 items-center justify-between">
        <h3 id="balance-title" className="text-sm font-semibold">
          {account ? account.plan : 'Credits'}
          {account ? <span className="font-normal text-ink-faint"> plan</span> : null}
        </h3>
        <span className="figures flex items-center gap-1 text-xs text-ink-faint">
          {readAt > 0 ? `Synced ${formatAge(new Date(readAt).toISOString(), Math.max(now, readAt))}` : null}
          <IconButton
            icon={isReading ? LoaderCircle : RefreshCw}
            label="Read the credits again"
            small
            className={isReading ? 'animate-wait' : ''}
            aria-disabled={isReading}
            onClick={() => isReading || refresh()}
          />
        </span>
      </div>
      {account ? <Figures account={account} /> : isReading ? <Skeleton /> : null}
      {retry ? (
        <p className="mt-3 text-sm" role="status">
          <RetryLine retry={retry} />
        </p>
      ) : null}
      {error ? (
        <BalanceError error={error} isOld={account !== undefined} onKey={onKey} onRetry={refresh} />
      ) : null}
      {account && !error && creditsLeft(account) === 0 ? <NoneLeft /> : null}
    </section>
  )
}

function Figures({ account }: { readonly account: Account }) {
  const { maxCredits, usedCredits } = account
  const recharge = rechargeText(account)
  const share = maxCredits === 0 ? 1 : Math.min(1, usedCredits / maxCredits)
  return (
    <>
      <p className="figures mt-1 flex items-baseline gap-2">
        <span className="text-display leading-none font-semibold tracking-tight" data-testid="credits-left">
          {formatNumber(creditsLeft(account))}
        </span>
        <span className="text-sm text-ink-soft">credits left</span>
      </p>
      <div
        aria-hidden
        className="mt-4 h-2 overflow-hidden rounded-full bg-sunken inset-ring inset-ring-line-strong"
      >
        <div className="h-full origin-left bg-ink" style={{ transform: `scaleX(${share})` }} />
      </div>
      <p className="figures mt-1.5 text-xs text-ink-soft" data-testid="credits-used">
        {formatNumber(usedCredits)} of {formatNumber(maxCredits)} used
      </p>
      {recharge ? <p className="figures mt-1 text-xs text-ink-soft">{recharge}</p> : null}
    </>
  )
}

const NoneLeft = () => (
  <p className="mt-3 rounded-md bg-doubt-ground p-3 text-sm text-doubt">
    No credits are left. Add some at the service, or run things on this device: that is free.
  </p>
)

const Skeleton = () => (
  <div role="status" aria-label="Reading the credits" data-testid="balance-skeleton">
    <div className="mt-2 h-12 w-36 animate-wait rounded-sm bg-ink/10" />
    <div className="mt-4 h-2 animate-wait rounded-full bg-ink/10" />
    <div className="mt-2 h-3 w-28 animate-wait rounded-xs bg-ink/10" />
  </div>
)

type BalanceErrorProps = {
  readonly error: ServiceError
  /** Older figures are still shown above. */
  readonly isOld: boolean
  readonly onKey: () => void
  readonly onRetry: () => void
}

/** Why the books cannot be read now, and what to do. */
function BalanceError({ error, isOld, onKey, onRetry }: BalanceErrorProps) {
  const isOnline = useOnline()
  const { title, help, isKey } = booksFault(error, isOnline)
  return (
    <div className="mt-4" role="alert">
      <Notice tone={isOnline ? 'fault' : 'doubt'} title={title}>
        <p className="mt-1 text-ink">
          {help}
          {isOld ? ' The figures above are from before.' : ''}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          {isKey ? <Button onClick={onKey}>Enter another key</Button> : null}
          <Button onClick={onRetry}>Try again</Button>
        </div>
        {error.request_id ? (
          <p className="mt-2">
            <CopyId label="request id" text={error.request_id} />
          </p>
        ) : null}
      </Notice>
    </div>
  )
}
