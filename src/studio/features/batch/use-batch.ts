import { useSyncExternalStore } from 'react'
import type { BatchState } from '#library/batch/batch.ts'
import { useStore } from '#studio/state/store.ts'
import type { BatchPage } from './batch-page.ts'

/** The batch of this page as it is now; null where there is none. */
export function useBatch(page: BatchPage): BatchState | null {
  const { batches } = useStore(page)
  return useSyncExternalStore(batches?.subscribe ?? subscribeToNone, () => batches?.get() ?? null)
}

const subscribeToNone = () => () => {}
