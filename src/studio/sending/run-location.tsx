import { Cloud, MonitorSmartphone } from 'lucide-react'
import { useConnection } from '#studio/hooks/use-service.ts'
import { Segmented } from '#studio/ui/segmented.tsx'

/** Where the work on an item runs: here, or on the service that is connected. */
export const runLocations = ['device', 'service'] as const
export type RunLocation = (typeof runLocations)[number]

type Props = {
  readonly place: RunLocation
  /** It is on its way, and cannot be called back. */
  readonly isLocked: boolean
  readonly onChange: (place: RunLocation) => void
}

const look = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const

const choices = [
  {
    value: 'device',
    label: (
      <span className="flex items-center gap-1.5">
        <MonitorSmartphone {...look} /> On this device
      </span>
    ),
    hint: 'Free. The file stays here.',
  },
  {
    value: 'service',
    label: (
      <span className="flex items-center gap-1.5">
        <Cloud {...look} /> On the service
      </span>
    ),
    hint: 'Costs credits. The file is sent when you say so.',
  },
] as const satisfies readonly { value: RunLocation; label: unknown; hint: string }[]

/** Where the item on the stage runs; nothing to choose while no service is connected. */
export function RunLocationChoice({ place, isLocked, onChange }: Props) {
  const { service } = useConnection()
  if (!service) return null
  return (
    <Segmented
      legend="Where it runs"
      choices={choices}
      value={place}
      isDisabled={isLocked}
      onChange={onChange}
    />
  )
}
