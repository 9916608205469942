import { useQuery } from '@tanstack/react-query'
import { useService } from '#studio/hooks/use-service.ts'
import { useStudio } from '#studio/hooks/use-studio.ts'
import { formatBytes } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { keptSpace } from '#studio/queries/on-device.ts'
import { useStore } from '#studio/state/store.ts'
import { Switch } from '#studio/ui/form-fields.tsx'

const texts = messages.engine.kept

/** Whether this browser keeps the list for a later visit, how much of it, and how much it may keep. */
export function KeptSpace() {
  const service = useService()
  const { settings } = useStudio()
  const { keepsList } = useStore(settings)
  const { data: space } = useQuery(keptSpace(service))
  if (!space) return null
  return (
    <section aria-labelledby="kept-title" className="mt-7">
      <h3 id="kept-title" className="text-sm font-semibold">
        {texts.title}{' '}
        {keepsList ? (
          <span className="figures font-normal text-ink-faint">
            {texts.space(formatBytes(space.bytes), formatBytes(space.limitBytes))}
          </span>
        ) : null}
      </h3>
      <div className="mt-2">
        <Switch
          label={texts.keep}
          checked={keepsList}
          onChange={(checked) => settings.set((all) => ({ ...all, keepsList: checked }))}
        />
      </div>
      <p className="mt-1 text-sm text-ink-soft">{keepsList ? texts.why : texts.off}</p>
    </section>
  )
}
