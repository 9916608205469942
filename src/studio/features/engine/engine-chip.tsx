import { useQuery } from '@tanstack/react-query'
import { Cpu } from 'lucide-react'
import { useService } from '#studio/hooks/use-service.ts'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { deviceReport } from '#studio/queries/on-device.ts'

const texts = messages.engine.chip

type Props = {
  /** Whether the device may be asked; what asks it is not part of the first view. */
  readonly isReady: boolean
  readonly onOpen: () => void
}

/** A button that shows what this device computes with and opens its dialog; empty for a service elsewhere. */
export function EngineChip({ isReady, onOpen }: Props) {
  const service = useService()
  const { data: device } = useQuery({ ...deviceReport(service), enabled: isReady })
  if (!service.onDevice) return null
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={texts.label(device ? messages.engine.device(device) : texts.thisDevice)}
      title={texts.hint}
      className="touchable inline-flex h-9 items-center justify-center gap-2 rounded-sm px-2.5 text-sm text-ink-soft transition-colors hover:bg-ink/7 hover:text-ink"
    >
      <Cpu size={16} strokeWidth={1.75} aria-hidden />
      <span className="max-sm:hidden">
        {device ? texts.text(messages.engine.device(device)) : texts.unknown}
      </span>
    </button>
  )
}
