import { openTabChannel, openTabEvents, type TabEvents } from '#library/store/cross-tab.ts'
import { changeStores, type OpenDatabase } from '#library/store/database.ts'
import type { Activity } from '#service/activity.ts'
import { readStored, readThumbnail, thumbnailsOf, toStored } from './stored-activity.ts'

/** Stored entries, shared by all tabs. Every method rejects if the browser refuses storage. */
export interface ActivityStore {
  /** The entries that this version can read; others are never changed. */
  list(): Promise<readonly Activity[]>
  /** The ids of all entries. */
  ids(): Promise<readonly string[]>
  has(id: string): Promise<boolean>
  put(activity: Activity): Promise<void>
  /**
   * Changes an entry in one transaction, unless `change` returns undefined. `change` may be called more than once, and
   * must return the same thumbnail each time. Returns whether the entry changed.
   */
  update(id: string, change: (activity: Activity) => Activity | undefined): Promise<boolean>
  delete(ids: readonly string[]): Promise<void>
}

/** `unreadable`: the ids of entries that this version cannot read. */
type StoredActivities = ActivityStore & { readonly unreadable: () => Promise<readonly string[]> }

export const storedActivities = (database: OpenDatabase): StoredActivities => {
  let thumbnails = thumbnailsOf([])
  return {
    list: async () => {
      const stored = await (await database()).getAll('activities')
      const all = stored.flatMap((each) => readStored(each, thumbnails) ?? [])
      thumbnails = thumbnailsOf(all)
      return all
    },
    ids: async () => (await database()).getAllKeys('activities'),
    unreadable: async () =>
      (await (await database()).getAll('activities')).flatMap((stored) =>
        readStored(stored) ? [] : stored.id,
      ),
    has: async (id) => (await (await database()).count('activities', id)) > 0,
    put: async (activity) => {
      await readThumbnail(activity)
      await (await database()).put('activities', toStored(activity))
    },
    update: async (id, change) => {
      // The transaction cannot wait for the thumbnail's bytes, so a trial change reads them before it.
      const before = readStored(await (await database()).get('activities', id))
      const foreseen = before && change(before)
      if (foreseen) await readThumbnail(foreseen)
      return changeStores(await database(), ['activities'], async (transaction) => {
        const store = transaction.objectStore('activities')
        const found = readStored(await store.get(id))
        const next = found && change(found)
        if (next) await store.put(toStored(next))
        return Boolean(next)
      })
    },
    delete: async (ids) => {
      await changeStores(await database(), ['activities'], (transaction) =>
        Promise.all(ids.map((id) => transaction.objectStore('activities').delete(id))),
      )
    },
  }
}

/** Entries in memory, until the page closes. */
export const memoryActivities = (): ActivityStore => {
  const entries = new Map<string, Activity>()
  return {
    list: async () => [...entries.values()],
    ids: async () => [...entries.keys()],
    has: async (id) => entries.has(id),
    put: async (activity) => {
      entries.set(activity.id, activity)
    },
    update: async (id, change) => {
      const found = entries.get(id)
      const next = found && change(found)
      if (next) entries.set(id, next)
      return next !== undefined
    },
    delete: async (ids) => {
      for (const id of ids) entries.delete(id)
    },
  }
}

/** A store that falls back to `second` for what `first` refuses (storage forbidden, full or broken). */
export const withFallback = (first: ActivityStore, second: ActivityStore): ActivityStore => ({
  list: async () => {
    const kept = await first.list().catch(() => [])
    const unsaved = await second.list()
    const isUnsaved = ({ id }: Activity) => unsaved.some((other) => other.id === id)
    return [...kept.filter((activity) => !isUnsaved(activity)), ...unsaved]
  },
  ids: async () => [...new Set([...(await first.ids().catch(() => [])), ...(await second.ids())])],
  has: async (id) => (await second.has(id)) || (await first.has(id).catch(() => false)),
  put: async (activity) => {
    try {
      await first.put(activity)
    } catch {
      await second.put(activity)
    }
  },
  update: async (id, change) =>
    (await second.update(id, change)) || (await first.update(id, change).catch(() => false)),
  delete: async (ids) => {
    await second.delete(ids)
    try {
      await first.delete(ids)
    } catch (thrown) {
      // Readable entries would be listed again; without readable ones nothing is lost.
      const left = await first.list().catch(() => [])
      if (left.some(({ id }) => ids.includes(id))) throw thrown
    }
  },
})

/** Announces changes of the log to all tabs. */
export type ActivityEvents = TabEvents<void>

export const broadcastActivityEvents = (channel = openTabChannel('clearcut-activity')): ActivityEvents =>
  openTabEvents(channel, (data) => data === undefined)
