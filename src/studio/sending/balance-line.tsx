import { useQuery } from '@tanstack/react-query'
import type { BackgroundService } from '#service/background-service.ts'
import { accountQuery } from '#studio/queries/account.ts'
import { balanceText } from './sending-text.ts'

type Props = {
  readonly service: BackgroundService
  /** Of what the button beside it would start; 0 where it starts nothing. */
  readonly cost: number
}

/** What is left at the service now, and after what is planned. */
export function BalanceLine({ service, cost }: Props) {
  const { data: account, error } = useQuery(accountQuery(service))
  if (!account)
    return (
      <p className="text-xs text-ink-faint">
        {error ? 'The balance cannot be read now' : 'Reading the balance'}
      </p>
    )
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
