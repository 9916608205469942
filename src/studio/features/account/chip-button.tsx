import { Cloud, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'

const texts = messages.account.chip

/** The content of the service's chip. */
export type ChipContent = {
  readonly icon: LucideIcon
  /** The accessible name. */
  readonly announced: string
  readonly text: ReactNode
  readonly isError?: boolean
}

/** The content before a service's account is known. */
export const connecting: ChipContent = {
  icon: Cloud,
  announced: texts.connectingAnnounced,
  text: <span className="max-sm:hidden">{texts.connecting}</span>,
}

/** The chip of the service. */
export const ChipButton = ({
  icon: Icon,
  announced,
  text,
  isError = false,
  onOpen,
}: ChipContent & { readonly onOpen: () => void }) => (
  <button
    type="button"
    onClick={onOpen}
    aria-label={texts.label(announced)}
    title={texts.hint}
    className="touchable inline-flex h-9 min-w-0 items-center justify-center gap-2 rounded-sm px-2.5 text-sm text-ink-soft transition-colors hover:bg-ink/7 hover:text-ink"
  >
    <Icon size={16} strokeWidth={1.75} aria-hidden className={isError ? 'text-fault' : ''} />
    <span className="figures truncate max-[20rem]:sr-only">{text}</span>
  </button>
)
