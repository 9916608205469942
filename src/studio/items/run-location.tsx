import { Cloud, type LucideIcon, MonitorSmartphone } from 'lucide-react'
import { type RunLocation, runLocations } from '#library/items/item.ts'
import { messages } from '#studio/messages/messages.ts'
import { useConnection } from '#studio/state/use-studio.ts'
import { Segmented } from '#studio/ui/segmented.tsx'

const texts = messages.sending.runLocation
const icons: Readonly<Record<RunLocation, LucideIcon>> = { device: MonitorSmartphone, service: Cloud }

const choices = runLocations.map((value) => {
  const { label, hint } = texts[value]
  const Icon = icons[value]
  return {
    value,
    hint,
    label: (
      <span className="flex items-center gap-1.5">
        <Icon size={15} strokeWidth={1.75} aria-hidden /> {label}
      </span>
    ),
  }
})

type Props = {
  readonly runLocation: RunLocation
  /** Whether the work has begun, so that the location is final. */
  readonly isLocked: boolean
  readonly onChange: (runLocation: RunLocation) => void
}

/** Lets the user choose where the shown item runs; empty while no service is connected. */
export function RunLocationChoice({ runLocation, isLocked, onChange }: Props) {
  const { service } = useConnection()
  if (!service) return null
  return (
    <Segmented
      legend={texts.legend}
      choices={choices}
      value={runLocation}
      isDisabled={isLocked}
      onChange={onChange}
    />
  )
}
