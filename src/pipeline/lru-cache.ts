/**
 * A cache limited by bytes and number of entries, which evicts the least recently used ones. docs/decisions.md,
 * Libraries, explains why it is not the package `lru-cache`.
 */
interface LruCache<T> {
  /** Returns the entry and marks it as used; undefined if there is none. */
  get(key: string): T | undefined
  /** Adds an entry and evicts others as needed; an entry larger than the budget is not added. */
  set(key: string, entry: T): void
  /** Removes and returns the entry; undefined if there is none. */
  take(key: string): T | undefined
  /** Evicts entries until `bytes` more fit. */
  reserve(bytes: number): void
}

export type CacheBudget = { readonly maxBytes: number; readonly maxEntries: number }

export const createLruCache = <T>(budget: CacheBudget, bytesOf: (entry: T) => number): LruCache<T> => {
  // A Map iterates in insertion order, and `get` reinserts, so the first entry is the least recently used.
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
