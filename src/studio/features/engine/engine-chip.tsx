import { useQuery } from '@tanstack/react-query'
import { Cpu } from 'lucide-react'
import { useService } from '#studio/hooks/use-service.ts'
import { deviceReport } from '#studio/queries/on-device.ts'

/** Where the work is done; opens the panel on it. Absent where the service computes elsewhere. */
export function EngineChip({ onOpen }: { readonly onOpen: () => void }) {
  const service = useService()
  const { data: device } = useQuery(deviceReport(service))
  if (!service.onDevice) return null
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={`Engine: ${device?.label ?? 'this device'}, on this device`}
      title="What does the work, and what it keeps here"
      className="touchable inline-flex h-9 items-center justify-center gap-2 rounded-sm px-2.5 text-sm text-ink-soft transition-colors hover:bg-ink/7 hover:text-ink"
    >
      <Cpu size={16} strokeWidth={1.75} aria-hidden />
      <span className="max-sm:hidden">{device ? `${device.label} · on this device` : 'On this device'}</span>
    </button>
  )
}
