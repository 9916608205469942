import { useRef } from 'react'
import type { Level } from '#contract/image-options.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useStudio } from '#studio/hooks/use-studio.ts'

/**
 * Gets the model ready once a picture is about to come. Not on phones and not where data is to be
 * saved: there the first picture asks for it. A failure is no news; the first picture will tell.
 */
export function useWarmUp(): () => void {
  const { onDevice } = useService()
  const { settings } = useStudio()
  const warmed = useRef(new Set<Level>())
  return () => {
    const { level } = settings.get().recipe
    if (!onDevice || warmed.current.has(level) || isThrifty()) return
    warmed.current.add(level)
    onDevice.warm(level).catch(() => warmed.current.delete(level))
  }
}

const isThrifty = (): boolean => matchMedia('(pointer: coarse)').matches || savesData(navigator)

/** Not in the DOM's types: only some browsers have it. */
const savesData = (browser: Navigator & { readonly connection?: { readonly saveData?: boolean } }): boolean =>
  browser.connection?.saveData === true
