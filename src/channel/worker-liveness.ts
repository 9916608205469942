/**
 * Notices that a worker is gone. A browser that takes a worker away, for its memory or by a fault of its own, tells
 * nobody; but it frees the locks that the worker held (Web Locks). Where there are no locks, nothing is noticed.
 */

/** The worker's side: resolves when the worker holds `lock`, which it does until it ends. */
export const holdLock = (lock: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { locks }: { readonly locks?: LockManager } = navigator
    if (!locks) return
    locks
      .request(lock, () => {
        resolve()
        return new Promise(() => {})
      })
      .catch(reject)
  })

/** The page's side: calls `onDeath` when `lock` is free, unless the function that this returns was called before. */
export const watchLock = (lock: string, onDeath: () => void): (() => void) => {
  const enough = new AbortController()
  navigator.locks.request(lock, { signal: enough.signal }, onDeath).catch(() => {})
  return () => enough.abort()
}
