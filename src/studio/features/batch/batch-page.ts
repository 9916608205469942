import { useSyncExternalStore } from 'react'
import { type LaterPart, laterPart } from '#base/later-part.ts'
import { createStore, type Store } from '#base/store.ts'
import type { Batches, BatchState } from '#library/batch/batch.ts'
import { useStore } from '#studio/state/store.ts'

type Shown = {
  /** The batch takes the place of list, viewer and settings. */
  readonly isShown: boolean
}

/** What the page shows of the work from folder to folder. */
export type BatchPage = Store<Shown> & { readonly batches: LaterPart<Batches> }

/** Nothing is loaded and shown at first. */
export const createBatchPage = (open: () => Promise<Batches>): BatchPage => ({
  ...createStore<Shown>({ isShown: false }),
  batches: laterPart(open),
})

/** The batch of this page is shown, where there is one. */
export const showBatch = (page: BatchPage): boolean => {
  const hasBatch = page.batches.get()?.get() != null
  if (hasBatch) page.set({ isShown: true })
  return hasBatch
}

/** The batch of this page as it is now; null where there is none. */
export function useBatch(page: BatchPage): BatchState | null {
  const batches = useStore(page.batches)
  return useSyncExternalStore(batches?.subscribe ?? subscribeToNone, () => batches?.get() ?? null)
}

const subscribeToNone = () => () => {}
