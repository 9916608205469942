import { CloudOff } from 'lucide-react'
import { useConnection } from '#studio/hooks/use-service.ts'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { Later, laterPart } from '#studio/ui/later-part.tsx'
import { ChipButton } from './chip-button.tsx'

const { none, noneSpoken } = messages.account.chip

const connected = laterPart(async () => (await import('./connected-chip.tsx')).ConnectedChip)

/** A button that shows the connected service and its credits, and opens their dialog. */
export function ServiceChip({ onOpen }: { readonly onOpen: () => void }) {
  const { service } = useConnection()
  if (service) return <Later part={connected} props={{ service, onOpen }} />
  return <ChipButton icon={CloudOff} spoken={noneSpoken} text={none} onOpen={onOpen} />
}
