import { isOfKind } from './message-kind.ts'

/** Worker → page: the lock that it holds for as long as it lives. */
type LivenessLock = { readonly kind: 'life-sign'; readonly lock: string }

/** As much of a worker's own scope as is needed. */
type WorkerScope = { postMessage(message: LivenessLock): void }

/**
 * The worker's side: holds a lock (Web Locks) to its end, and tells which. A browser that takes a worker away, for
 * its memory or by a fault of its own, tells nobody, but frees its locks.
 */
export const announceLiveness = (scope: WorkerScope = globalThis as unknown as WorkerScope): void => {
  const lock = `worker-${crypto.randomUUID()}`
  // Where there are no locks, a page has to do without.
  navigator.locks
    ?.request(lock, () => {
      scope.postMessage({ kind: 'life-sign', lock })
      return new Promise(() => {})
    })
    .catch(() => {})
}

/** The page's side: calls `onDeath` as soon as the worker has gone, unless the returned function was called before. */
export const watchLiveness = (worker: Worker, onDeath: () => void): (() => void) => {
  const enough = new AbortController()
  const { signal } = enough
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isOfKind<LivenessLock>(data, 'life-sign'))
      navigator.locks.request(data.lock, { signal }, onDeath).catch(() => {})
  })
  return () => enough.abort()
}
