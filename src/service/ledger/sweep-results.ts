import type { ActivityStore } from './activity-store.ts'
import type { KeptResults } from './kept-results.ts'

/**
 * Deletes the kept results that no entry tells of, for nobody could find them again: those of a page that was closed
 * while it kept them. Only while nothing is being kept. Rejects where the entries or the results cannot be read.
 */
export const sweepResults = async (
  store: Pick<ActivityStore, 'list'>,
  results: KeptResults,
): Promise<void> => {
  const entries = await store.list()
  const known = new Set(entries.filter(({ isKept }) => isKept).map(({ id }) => id))
  await results.deleteUnfinished()
  for (const id of await results.list()) if (!known.has(id)) await results.delete(id)
}
