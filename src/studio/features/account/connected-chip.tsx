import { useQuery } from '@tanstack/react-query'
import { Cloud, CloudAlert } from 'lucide-react'
import type { BackgroundService } from '#service/background-service.ts'
import { useOnline } from '#studio/hooks/use-browser-state.ts'
import { errorText } from '#studio/messages/error-text.ts'
import { formatNumber } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { accountQuery } from '#studio/queries/account.ts'
import { creditsLeft } from '#studio/sending/sending-text.ts'
import { ChipButton, type ChipContent } from './chip-button.tsx'

const texts = messages.account.chip

type Props = { readonly service: BackgroundService; readonly onOpen: () => void }

/** The chip of a service that is connected, with its credits. */
export const ConnectedChip = ({ service, onOpen }: Props) => (
  <ChipButton {...useChipContent(service)} onOpen={onOpen} />
)

function useChipContent(service: BackgroundService): ChipContent {
  const isOnline = useOnline()
  const { data: account, error } = useQuery(accountQuery(service))
  if (error) {
    const { title, action } = errorText(error, { at: 'account', isOnline })
    const unreachable = isOnline ? texts.notReached : texts.offline
    const text = action === 'enter-key' ? texts.keyRefused : unreachable
    return { icon: CloudAlert, spoken: title, text, isError: true }
  }
  if (!account) {
    const text = <span className="max-sm:hidden">{texts.connecting}</span>
    return { icon: Cloud, spoken: texts.connectingSpoken, text }
  }
  const left = creditsLeft(account)
  return {
    icon: Cloud,
    spoken: texts.balance(account.plan, left),
    text: (
      <>
        <span className="max-lg:hidden">{account.plan} · </span>
        {formatNumber(left)} <span className="max-sm:hidden">{texts.left}</span>
      </>
    ),
  }
}
