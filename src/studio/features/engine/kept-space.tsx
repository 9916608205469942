import { useQuery } from '@tanstack/react-query'
import { useService } from '#studio/hooks/use-service.ts'
import { formatBytes } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { keptSpace } from '#studio/queries/on-device.ts'

const texts = messages.engine.kept

/** How much of the list this browser keeps for a later visit, and how much it may keep. */
export function KeptSpace() {
  const service = useService()
  const { data: space } = useQuery(keptSpace(service))
  if (!space) return null
  return (
    <section aria-labelledby="kept-title" className="mt-7">
      <h3 id="kept-title" className="text-sm font-semibold">
        {texts.title}{' '}
        <span className="figures font-normal text-ink-faint">
          {texts.space(formatBytes(space.bytes), formatBytes(space.limitBytes))}
        </span>
      </h3>
      <p className="mt-1 text-sm text-ink-soft">{texts.why}</p>
    </section>
  )
}
