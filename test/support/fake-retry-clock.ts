import type { RetryClock } from '#service/remote/retry.ts'

export type FakeRetryClock = RetryClock & {
  /** Every wait there was, in seconds. */
  readonly waits: number[]
}

/** Waits take no time but advance the clock. `random` is the number that is drawn every time. */
export const fakeRetryClock = (random = 0.5, start = Date.UTC(2026, 7, 1, 12)): FakeRetryClock => {
  const waits: number[] = []
  let at = start
  return {
    waits,
    now: () => new Date(at),
    random: () => random,
    wait: async (seconds, signal) => {
      signal.throwIfAborted()
      waits.push(seconds)
      const until = at + seconds * 1000
      await Promise.resolve()
      at = Math.max(at, until)
      signal.throwIfAborted()
    },
  }
}
