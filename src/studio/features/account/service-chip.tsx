import { CloudOff } from 'lucide-react'
import { useState } from 'react'
import { useConnection } from '#studio/hooks/use-service.ts'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { Later, laterPart } from '#studio/ui/later-part.tsx'
import { ChipButton, type ChipContent, connecting } from './chip-button.tsx'

const texts = messages.account.chip

const accountContent = laterPart(async () => (await import('./account-content.tsx')).AccountContent)

const noService: ChipContent = { icon: CloudOff, spoken: texts.noneSpoken, text: texts.none }

/** A button that shows the connected service and its credits, and opens their dialog. */
export function ServiceChip({ onOpen }: { readonly onOpen: () => void }) {
  const { service } = useConnection()
  const [content, setContent] = useState(connecting)
  return (
    <>
      {service ? <Later part={accountContent} props={{ service, onContent: setContent }} /> : null}
      <ChipButton {...(service ? content : noService)} onOpen={onOpen} />
    </>
  )
}
