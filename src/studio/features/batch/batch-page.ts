import { useSyncExternalStore } from 'react'
import { memoizePromise } from '#base/promises.ts'
import { createStore, type Store } from '#base/store.ts'
import type { Batches, BatchState } from '#library/batch/batch.ts'
import { useStore } from '#studio/state/store.ts'

type BatchPageState = {
  /** Null until they are loaded: the first view does not need them. */
  readonly batches: Batches | null
  /** The batch takes the place of list, viewer and settings. */
  readonly isShown: boolean
}

/** What the page shows of the work from folder to folder. */
export type BatchPage = Store<BatchPageState> & {
  /** Rejects where the script cannot be had; the next call tries again. */
  readonly load: () => Promise<Batches>
}

/** Nothing is loaded and shown at first. */
export function createBatchPage(open: () => Promise<Batches>): BatchPage {
  const store = createStore<BatchPageState>({ batches: null, isShown: false })
  const load = memoizePromise(async () => {
    const batches = await open()
    store.set((state) => ({ ...state, batches }))
    return batches
  })
  return { ...store, load }
}

/** The batch of this page is shown, where there is one. */
export const showBatch = (page: BatchPage): boolean => {
  const hasBatch = page.get().batches?.get() != null
  if (hasBatch) page.set((state) => ({ ...state, isShown: true }))
  return hasBatch
}

/** The batch of this page as it is now; null where there is none. */
export function useBatch(page: BatchPage): BatchState | null {
  const { batches } = useStore(page)
  return useSyncExternalStore(batches?.subscribe ?? subscribeToNone, () => batches?.get() ?? null)
}

const subscribeToNone = () => () => {}
