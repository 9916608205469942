/** Keeps what was used last, within a budget of bytes and a number of entries. */
export interface LruCache<T> {
  /** The entry, which counts as used; undefined where it was never kept or has been let go. */
  get(key: string): T | undefined
  /** Keeps the entry, and lets go of those unused the longest; what exceeds the whole budget is not kept. */
  set(key: string, entry: T): void
  /** Lets go of entries until `bytes` more would fit. */
  reserve(bytes: number): void
}

export type CacheBudget = { readonly maxBytes: number; readonly maxEntries: number }

export const createLruCache = <T>(budget: CacheBudget, bytesOf: (entry: T) => number): LruCache<T> => {
  // A Map lists its keys in the order they were added, so the first is the one unused the longest.
  const entries = new Map<string, T>()
  let held = 0

  const letGo = (key: string) => {
    const entry = entries.get(key)
    if (entry === undefined) return
    entries.delete(key)
    held -= bytesOf(entry)
  }
  const shrinkTo = (bytes: number, count: number) => {
    for (const key of entries.keys()) {
      if (held <= bytes && entries.size <= count) return
      letGo(key)
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
      letGo(key)
      const bytes = bytesOf(entry)
      if (bytes > budget.maxBytes) return
      shrinkTo(budget.maxBytes - bytes, budget.maxEntries - 1)
      entries.set(key, entry)
      held += bytes
    },
    reserve: (bytes) => shrinkTo(budget.maxBytes - bytes, budget.maxEntries),
  }
}
