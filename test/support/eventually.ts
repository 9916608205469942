import { vi } from 'vitest'

/**
 * Waits until `check` passes; rejects with its last error after 20 s. A machine that runs many tests at once may stand
 * still for longer than the second that `vi.waitFor` grants.
 */
export const eventually = <T>(check: () => T | Promise<T>, { interval = 20 } = {}): Promise<T> =>
  vi.waitFor(check, { timeout: 20_000, interval })
