import { useQuery } from '@tanstack/react-query'
import type { BackgroundService } from '#library/background-service.ts'
import { messages } from '#studio/messages/messages.ts'
import { balanceText } from '#studio/messages/sending-text.ts'
import { accountQuery } from '#studio/queries/account.ts'

type Props = {
  readonly service: BackgroundService
  /** The credits that the button beside this line would spend, or 0. */
  readonly cost: number
}

/** The credits at the service, now and after the planned work. */
export function BalanceLine({ service, cost }: Props) {
  const { data: account, error } = useQuery(accountQuery(service))
  const { unknown, reading } = messages.sending.balance
  if (!account) return <p className="text-xs text-ink-faint">{error ? unknown : reading}</p>
  const { text, isShort } = balanceText(account, cost)
  return (
    <p
      data-testid="balance"
      className={`figures text-xs ${isShort ? 'font-medium text-fault' : 'text-ink-soft'}`}
    >
      {text}
    </p>
  )
}
