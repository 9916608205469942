import { useRef } from 'react'
import type { Level } from '#contract/image-options.ts'
import { avoidsPreloading } from '#studio/hooks/use-browser-state.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useStudio } from '#studio/hooks/use-studio.ts'

/**
 * Loads the model once a picture is likely to be opened. Not on phones and not where the user saves data: there the
 * first picture loads it. A failure is ignored here, since the first picture will report it.
 */
export function usePreloadModel(): () => void {
  const { onDevice } = useService()
  const { settings } = useStudio()
  const preloaded = useRef(new Set<Level>())
  return () => {
    const { level } = settings.get().recipe
    if (!onDevice || preloaded.current.has(level) || avoidsPreloading()) return
    preloaded.current.add(level)
    onDevice.warm(level).catch(() => preloaded.current.delete(level))
  }
}
