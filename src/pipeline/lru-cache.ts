/**
 * A cache that evicts the least recently used entries, bounded by bytes and by the number of entries. Why it is not the
 * package `lru-cache`: docs/decisions.md, Libraries.
 */
interface LruCache<T> {
  /** The entry, which then counts as used; undefined where there is none. */
  get(key: string): T | undefined
  /** Adds the entry and evicts others as needed; one that is larger than the whole budget is not added. */
  set(key: string, entry: T): void
  /** Removes the entry and gives it; undefined where there is none. */
  take(key: string): T | undefined
  /** Evicts entries until `bytes` more would fit. */
  reserve(bytes: number): void
}

export type CacheBudget = { readonly maxBytes: number; readonly maxEntries: number }

export const createLruCache = <T>(budget: CacheBudget, bytesOf: (entry: T) => number): LruCache<T> => {
  // A Map iterates in insertion order, and `get` inserts anew, so the first entry is the least recently used.
  const entries = new Map<string, T>()
  let held = 0

  const evict = (key: string) => {
    const entry = entries.get(key)
    if (entry === undefined) return
    entries.delete(key)
    held -= bytesOf(entry)
  }
  const shrinkTo = (bytes: number, count: number) => {
    for (const key of entries.keys()) {
      if (held <= bytes && entries.size <= count) return
      evict(key)
    }
  }

  return {
    get: (key) => {
      const entry = entries.get(key)
      if (entry !== undefined) {
        entries.delete(key)
        entries.set(key, entry)
      }
      return entry
    },
    set: (key, entry) => {
      evict(key)
      const bytes = bytesOf(entry)
      if (bytes > budget.maxBytes) return
      shrinkTo(budget.maxBytes - bytes, budget.maxEntries - 1)
      entries.set(key, entry)
      held += bytes
    },
    take: (key) => {
      const entry = entries.get(key)
      evict(key)
      return entry
    },
    reserve: (bytes) => shrinkTo(budget.maxBytes - bytes, budget.maxEntries),
  }
}
