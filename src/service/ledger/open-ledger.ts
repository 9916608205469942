import type { Activity, ActivityLedger } from '#service/activity.ts'
import type { ActivityNews } from './activity-news.ts'
import type { ActivityStore } from './activity-store.ts'
import type { KeptResults } from './kept-results.ts'

export type LedgerParts = {
  readonly store: ActivityStore
  readonly results: KeptResults
  readonly news: ActivityNews
}

/** The ledger, and the part of it that only those see who write it. */
export type OpenLedger = ActivityLedger & {
  /** Holds the way to send the same again as long as this tab lives. */
  holdSource(id: string, again: () => Promise<void>): void
}

/** Older entries make room for new ones: a list longer than this helps nobody. */
export const mostEntries = 1000

export const openLedger = ({ store, results, news }: LedgerParts): OpenLedger => {
  const sources = new Map<string, () => Promise<void>>()
  const forget = async (ids: readonly string[]) => {
    for (const id of ids) sources.delete(id)
    await store.delete(ids)
    await Promise.all(ids.map((id) => results.delete(id).catch(() => {})))
  }
  const list = async () => [...(await store.list())].sort(newestFirst)
  const change: ActivityLedger['update'] = async (id, next) => {
    if (await store.update(id, next)) news.tell()
  }
  return {
    list,
    put: async (activity) => {
      await store.put(activity)
      const surplus = (await list()).slice(mostEntries)
      if (surplus.length > 0) await forget(surplus.map(({ id }) => id))
      news.tell()
    },
    update: change,
    delete: async (id) => {
      await forget([id])
      news.tell()
    },
    clear: async () => {
      await forget((await list()).map(({ id }) => id))
      news.tell()
    },
    watch: news.watch,
    kept: (id) => results.read(id).catch(() => null),
    keep: async (id, result) => {
      await results.write(id, result)
      await change(id, (activity) => ({ ...activity, isKept: true }))
    },
    again: (id) => sources.get(id) ?? null,
    holdSource: (id, again) => sources.set(id, again),
  }
}

const newestFirst = (a: Activity, b: Activity) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)
