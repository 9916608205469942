/** Wakes the one who waits; a ring that nobody waited for wakes the next who does. */
export interface Bell {
  ring(): void
  /** Forgets a ring that nobody waited for. */
  hush(): void
  /** Resolves with the next ring, or after `ms`. */
  wait(ms?: number): Promise<void>
}

export const createBell = (): Bell => {
  let rang = false
  let wake: (() => void) | undefined
  return {
    ring: () => {
      rang = true
      wake?.()
    },
    hush: () => {
      rang = false
    },
    wait: async (ms) => {
      if (!rang)
        await new Promise<void>((resolve) => {
          const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      wake = undefined
      rang = false
    },
  }
}
