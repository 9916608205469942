import { useSyncExternalStore } from 'react'
import { type LaterPart, laterPart } from '#base/later-part.ts'
import type { Batches, BatchState } from '#library/batch/batch.ts'
import type { Modes } from '#studio/state/modes.ts'
import { useStore } from '#studio/state/store.ts'

/** What the page shows of the work from folder to folder. */
export type BatchPage = {
  readonly batches: LaterPart<Batches>
  /** Shows the batch of this page in place of list, viewer and settings; returns whether there is one. */
  readonly show: () => boolean
  readonly hide: () => void
}

/** Nothing is loaded at first. */
export function createBatchPage(open: () => Promise<Batches>, modes: Modes): BatchPage {
  const batches = laterPart(open)
  const show = () => {
    const hasBatch = batches.get()?.get() != null
    if (hasBatch) modes.enter({ name: 'batch' })
    return hasBatch
  }
  return { batches, show, hide: () => modes.leave('batch') }
}

/** The batch of this page as it is now; null where there is none. */
export function useBatch(page: BatchPage): BatchState | null {
  const batches = useStore(page.batches)
  return useSyncExternalStore(batches?.subscribe ?? subscribeToNone, () => batches?.get() ?? null)
}

const subscribeToNone = () => () => {}
