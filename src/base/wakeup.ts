/** Tells one waiter that something has happened since it last waited. */
export interface Bell {
  ring(): void
  /** Resolves at once where it rang since the last time; rejects with the signal's reason when aborted. */
  wait(signal: AbortSignal): Promise<void>
}

export const createBell = (): Bell => {
  let rang = false
  let wake = () => {}
  return {
    ring: () => {
      rang = true
      wake()
    },
    wait: async (signal) => {
      signal.throwIfAborted()
      if (!rang) {
        await new Promise<void>((resolve, reject) => {
          const stop = () => reject(signal.reason)
          signal.addEventListener('abort', stop, { once: true })
          wake = () => {
            signal.removeEventListener('abort', stop)
            resolve()
          }
        })
      }
      rang = false
    },
  }
}
