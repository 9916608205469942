import { useEffect } from 'react'
import type { OnDevice } from '#service/background-service.ts'
import type { Announcer } from '#studio/state/announcer.ts'
import { keepEdits, type SavedItems } from './keep-edits.ts'

/** Keeps the edits of `items`, as `keepEdits` does, while the page is open. */
export function useSavedEdits<E>(
  items: SavedItems<E>,
  saved: OnDevice['savedEdits'] | undefined,
  announcer: Announcer,
): void {
  useEffect(() => {
    if (!saved) return
    const { flush, stop } = keepEdits(items, saved, announcer)
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      stop()
    }
  }, [items, saved, announcer])
}
