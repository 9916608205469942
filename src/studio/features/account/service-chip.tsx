import { useQuery } from '@tanstack/react-query'
import { Cloud, CloudAlert, CloudOff, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOnline } from '#studio/hooks/use-browser-state.ts'
import { useConnection, useService } from '#studio/hooks/use-service.ts'
import { errorText } from '#studio/messages/error-text.ts'
import { formatNumber } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { accountQuery } from '#studio/queries/account.ts'
import { creditsLeft } from '#studio/sending/sending-text.ts'

const texts = messages.account.chip

/** A button that shows the connected service and its credits, and opens their dialog. */
export function ServiceChip({ onOpen }: { readonly onOpen: () => void }) {
  const { icon: Icon, spoken, text, isError = false } = useChipContent()
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={texts.label(spoken)}
      title={texts.hint}
      className="touchable inline-flex h-9 min-w-0 items-center justify-center gap-2 rounded-sm px-2.5 text-sm text-ink-soft transition-colors hover:bg-ink/7 hover:text-ink"
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden className={isError ? 'text-fault' : ''} />
      <span className="figures truncate max-[20rem]:sr-only">{text}</span>
    </button>
  )
}

type ChipContent = {
  readonly icon: LucideIcon
  /** For screen readers. */
  readonly spoken: string
  readonly text: ReactNode
  readonly isError?: boolean
}

function useChipContent(): ChipContent {
  const device = useService()
  const { service } = useConnection()
  const isOnline = useOnline()
  const { data: account, error } = useQuery({
    ...accountQuery(service ?? device),
    enabled: service !== null,
  })
  if (!service) return { icon: CloudOff, spoken: texts.noneSpoken, text: texts.none }
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
