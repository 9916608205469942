import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** As `patience.ts` says. */
    longestWaitMs: number
  }
}

/**
 * Not `vi.waitFor`: that moves the fake clock of whichever test runs, also where a test before it left a wait behind.
 */
const { setTimeout } = globalThis
const now = performance.now.bind(performance)

/** Waits in real time until `check` passes; rejects with its last error after a long time. */
export const eventually = async <T>(check: () => T | Promise<T>, { interval = 20 } = {}): Promise<T> => {
  const end = now() + inject('longestWaitMs')
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (now() >= end) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, interval))
  }
}

/** Waits until `check` is true of something that other turns of the event loop change. */
export const until = (check: () => unknown): Promise<void> =>
  eventually(async () => {
    if (!(await check())) throw new Error('It is not so yet')
  })
