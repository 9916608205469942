import { useEffect } from 'react'
import type { OnDevice } from '#service/background-service.ts'
import { keepEdits, type SavedItems } from './keep-edits.ts'

/** Keeps the edits of `items`, as `keepEdits` does, while the page is open. */
export function useSavedEdits<E>(
  items: SavedItems<E>,
  saved: OnDevice['savedEdits'] | undefined,
  announce: (text: string) => void,
): void {
  useEffect(() => {
    if (!saved) return
    const { flush, stop } = keepEdits(items, saved, announce)
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      stop()
    }
  }, [items, saved, announce])
}
