/** Wakes one waiter. A notification without a waiter is kept for the next one. */
interface Wakeup {
  notify(): void
  /** Drops a kept notification. */
  reset(): void
  /** Resolves with the kept or next notification, or after `timeoutMs`. Rejects with the reason of `signal`. */
  wait(options?: WaitOptions): Promise<void>
}

type WaitOptions = { readonly signal?: AbortSignal; readonly timeoutMs?: number }

export const createWakeup = (): Wakeup => {
  let isNotified = false
  let wake = () => {}
  return {
    notify: () => {
      isNotified = true
      wake()
    },
    reset: () => {
      isNotified = false
    },
    wait: async ({ signal, timeoutMs } = {}) => {
      signal?.throwIfAborted()
      if (!isNotified)
        await new Promise<void>((resolve, reject) => {
          const settle = (end: () => void) => {
            clearTimeout(timer)
            signal?.removeEventListener('abort', onAbort)
            wake = () => {}
            end()
          }
          const onAbort = () => settle(() => reject(signal?.reason))
          wake = () => settle(resolve)
          const timer = timeoutMs === undefined ? undefined : setTimeout(() => wake(), timeoutMs)
          signal?.addEventListener('abort', onAbort, { once: true })
        })
      isNotified = false
    },
  }
}
