import { inject, vi } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** As `patience.ts` says. */
    longestWaitMs: number
  }
}

/** Waits until `check` passes; rejects with its last error after a long time. */
export const eventually = <T>(check: () => T | Promise<T>, { interval = 20 } = {}): Promise<T> =>
  vi.waitFor(check, { timeout: inject('longestWaitMs'), interval })
