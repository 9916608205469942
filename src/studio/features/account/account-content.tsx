import { useQuery } from '@tanstack/react-query'
import { Cloud, CloudAlert } from 'lucide-react'
import { useEffect } from 'react'
import type { Account } from '#contract/account.ts'
import type { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#library/background-service.ts'
import { errorText } from '#studio/messages/error-text.ts'
import { formatNumber } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { creditsLeft } from '#studio/messages/sending-text.ts'
import { accountQuery } from '#studio/queries/account.ts'
import { useOnline } from '#studio/state/use-browser-state.ts'
import { type ChipContent, connecting } from './chip-button.tsx'

const texts = messages.account.chip

type Props = {
  readonly service: BackgroundService
  /** Called with the content of this service's chip, also before its account is known. */
  readonly onContent: (content: ChipContent) => void
}

/** Follows the account of a service for the chip, and renders nothing. */
export function AccountContent({ service, onContent }: Props) {
  const isOnline = useOnline()
  const { data: account, error } = useQuery(accountQuery(service))
  useEffect(() => onContent(contentOf(account, error, isOnline)), [account, error, isOnline, onContent])
  return null
}

const contentOf = (
  account: Account | undefined,
  error: ServiceError | null,
  isOnline: boolean,
): ChipContent => {
  if (error) {
    const { title, action } = errorText(error, { at: 'account', isOnline })
    const unreachable = isOnline ? texts.notReached : texts.offline
    const text = action === 'enter-key' ? texts.keyRefused : unreachable
    return { icon: CloudAlert, announced: title, text, isError: true }
  }
  if (!account) return connecting
  const left = creditsLeft(account)
  return {
    icon: Cloud,
    announced: texts.balance(account.plan, left),
    text: (
      <>
        <span className="max-lg:hidden">{account.plan} · </span>
        {formatNumber(left)} <span className="max-sm:hidden">{texts.left}</span>
      </>
    ),
  }
}
