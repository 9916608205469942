import { useQuery } from '@tanstack/react-query'
import { Cloud, CloudAlert, CloudOff, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOnline } from '#studio/hooks/use-browser-state.ts'
import { useConnection, useService } from '#studio/hooks/use-service.ts'
import { formatNumber } from '#studio/messages/format-units.ts'
import { accountQuery } from '#studio/queries/account.ts'
import { creditsLeft } from '#studio/sending/sending-text.ts'
import { booksFault } from './account-words.ts'

/** Which service is connected and what is left there; opens the panel on it. */
export function ServiceChip({ onOpen }: { readonly onOpen: () => void }) {
  const { icon: Icon, spoken, words, isFault = false } = useChipContent()
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={`Service: ${spoken}`}
      title="The service beside this device, its credits, and what was done"
      className="touchable inline-flex h-9 items-center justify-center gap-2 rounded-sm px-2.5 text-sm text-ink-soft transition-colors hover:bg-ink/7 hover:text-ink"
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden className={isFault ? 'text-fault' : ''} />
      <span className="figures whitespace-nowrap">{words}</span>
    </button>
  )
}

type ChipContent = {
  readonly icon: LucideIcon
  readonly spoken: string
  readonly words: ReactNode
  readonly isFault?: boolean
}

function useChipContent(): ChipContent {
  const device = useService()
  const { service } = useConnection()
  const isOnline = useOnline()
  const { data: account, error } = useQuery({
    ...accountQuery(service ?? device),
    enabled: service !== null,
  })
  if (!service) return { icon: CloudOff, spoken: 'none, local only', words: 'Local only' }
  if (error) {
    const { title, isKey } = booksFault(error, isOnline)
    const words = isKey ? 'Key refused' : isOnline ? 'Not reached' : 'Offline'
    return { icon: CloudAlert, spoken: title, words, isFault: true }
  }
  if (!account)
    return { icon: Cloud, spoken: 'connecting', words: <span className="max-sm:hidden">Connecting</span> }
  const left = formatNumber(creditsLeft(account))
  return {
    icon: Cloud,
    spoken: `${account.plan}, ${left} credits left`,
    words: (
      <>
        <span className="max-lg:hidden">{account.plan} · </span>
        {left} <span className="max-sm:hidden">left</span>
      </>
    ),
  }
}
