/**
 * Detects that a worker has ended. A browser that removes a worker, for its memory or by a fault, sends no event, but
 * it frees the worker's locks (Web Locks). Without locks nothing is detected.
 */

/** The worker's side: resolves when the worker holds `lock`, which lasts until it ends. */
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

/** The page's side: calls `onDeath` when `lock` is free, unless the returned function was called before. */
export const watchLock = (lock: string, onDeath: () => void): (() => void) => {
  const enough = new AbortController()
  navigator.locks.request(lock, { signal: enough.signal }, onDeath).catch(() => {})
  return () => enough.abort()
}
