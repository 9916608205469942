import { Cloud, MonitorSmartphone } from 'lucide-react'
import { useConnection } from '#studio/hooks/use-connection.ts'
import { Segmented } from '#studio/ui/segmented.tsx'
import type { Place } from './place.ts'

type Props = {
  readonly place: Place
  /** It is on its way, and cannot be called back. */
  readonly isLocked: boolean
  readonly onChange: (place: Place) => void
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
] as const satisfies readonly { value: Place; label: unknown; hint: string }[]

/** Where the item on the stage runs; nothing to choose while no service is connected. */
export function PlaceChoice({ place, isLocked, onChange }: Props) {
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
