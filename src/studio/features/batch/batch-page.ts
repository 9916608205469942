import { useSyncExternalStore } from 'react'
import { type LaterPart, laterPart } from '#base/later-part.ts'
import type { Batches, BatchState } from '#library/batch/batch.ts'
import type { Modes } from '#studio/state/modes.ts'
import { useStore } from '#studio/state/store.ts'

/** The batches as the page shows them. */
export type BatchPage = {
  readonly batches: LaterPart<Batches>
  /** Shows this page's batch instead of list, viewer and settings; returns whether there is a batch. */
  readonly show: () => boolean
  readonly hide: () => void
}

/** Loads nothing at first. */
export function createBatchPage(open: () => Promise<Batches>, modes: Modes): BatchPage {
  const batches = laterPart(open)
  const show = () => {
    const hasBatch = batches.get()?.get() != null
    if (hasBatch) modes.enter({ name: 'batch' })
    return hasBatch
  }
  return { batches, show, hide: () => modes.leave('batch') }
}

/** The current batch of this page; null if there is none. */
export function useBatch(page: BatchPage): BatchState | null {
  const batches = useStore(page.batches)
  return useSyncExternalStore(batches?.subscribe ?? subscribeToNone, () => batches?.get() ?? null)
}

const subscribeToNone = () => () => {}
