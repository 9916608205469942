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

/** Waits until `check` is true of something that other turns of the event loop change. */
export const until = (check: () => unknown): Promise<void> =>
  eventually(async () => {
    if (!(await check())) throw new Error('It is not so yet')
  })
