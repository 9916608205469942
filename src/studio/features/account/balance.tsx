import { LoaderCircle, RefreshCw } from 'lucide-react'
import type { Account } from '#contract/account.ts'
import type { ServiceError } from '#contract/service-error.ts'
import { errorText } from '#studio/messages/error-text.ts'
import { formatAge } from '#studio/messages/format-time.ts'
import { formatNumber } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { creditsLeft, rechargeText } from '#studio/messages/sending-text.ts'
import type { AccountQuery } from '#studio/queries/account.ts'
import { useNow, useOnline } from '#studio/state/use-browser-state.ts'
import { Button, IconButton } from '#studio/ui/button.tsx'
import { CopyId } from '#studio/ui/copy-id.tsx'
import { Notice } from '#studio/ui/notice.tsx'
import { RetryLine } from '#studio/ui/retry-status.tsx'

const texts = messages.account.balance

type Props = {
  readonly query: AccountQuery
  /** Opens the form for a new key. */
  readonly onKey: () => void
}

/** The plan with its used and remaining credits, or why they cannot be read. */
export function Balance({ query, onKey }: Props) {
  const { account, error, isReading, readAt, retry, refresh } = query
  const now = useNow(10_000)
  return (
    <section aria-labelledby="balance-title" aria-busy={isReading}>
      <div className="flex min-h-9 items-center justify-between">
        <h3 id="balance-title" className="text-sm font-semibold">
          {account ? account.plan : texts.title}
          {account ? <span className="font-normal text-ink-faint"> {texts.plan}</span> : null}
        </h3>
        <span className="figures flex items-center gap-1 text-xs text-ink-faint">
          {readAt > 0 ? texts.synced(formatAge(new Date(readAt).toISOString(), Math.max(now, readAt))) : null}
          <IconButton
            icon={isReading ? LoaderCircle : RefreshCw}
            label={texts.refresh}
            small
            className={isReading ? 'animate-wait' : ''}
            disabled={isReading}
            onClick={refresh}
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
        <span className="text-sm text-ink-soft">{texts.left}</span>
      </p>
      <div
        aria-hidden
        className="mt-4 h-2 overflow-hidden rounded-full bg-sunken inset-ring inset-ring-line-strong"
      >
        <div className="h-full origin-left bg-ink" style={{ transform: `scaleX(${share})` }} />
      </div>
      <p className="figures mt-1.5 text-xs text-ink-soft" data-testid="credits-used">
        {texts.used(usedCredits, maxCredits)}
      </p>
      {recharge ? <p className="figures mt-1 text-xs text-ink-soft">{recharge}</p> : null}
    </>
  )
}

const NoneLeft = () => (
  <p className="mt-3 rounded-md bg-uncertain-ground p-3 text-sm text-uncertain">{texts.noneLeft}</p>
)

const Skeleton = () => (
  <div role="status" aria-label={texts.reading} data-testid="balance-skeleton">
    <div className="mt-2 h-12 w-36 animate-wait rounded-sm bg-ink/10" />
    <div className="mt-4 h-2 animate-wait rounded-full bg-ink/10" />
    <div className="mt-2 h-3 w-28 animate-wait rounded-xs bg-ink/10" />
  </div>
)

type BalanceErrorProps = {
  readonly error: ServiceError
  /** Whether the figures above are of an earlier read. */
  readonly isOld: boolean
  readonly onKey: () => void
  readonly onRetry: () => void
}

/** Why the account cannot be read, and the remedy. */
function BalanceError({ error, isOld, onKey, onRetry }: BalanceErrorProps) {
  const isOnline = useOnline()
  const { title, help, action } = errorText(error, { at: 'account', isOnline })
  return (
    <div className="mt-4" role="alert">
      <Notice tone={isOnline ? 'fault' : 'uncertain'} title={title}>
        <p className="mt-1 text-ink">
          {help} {isOld ? texts.isOld : null}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          {action === 'enter-key' ? <Button onClick={onKey}>{texts.enterKey}</Button> : null}
          <Button onClick={onRetry}>{texts.retry}</Button>
        </div>
        {error.request_id ? (
          <p className="mt-2">
            <CopyId kind="request" id={error.request_id} />
          </p>
        ) : null}
      </Notice>
    </div>
  )
}
