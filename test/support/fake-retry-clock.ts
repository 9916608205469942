import type { RetryClock } from '#service/remote/retry.ts'

export type FakeRetryClock = RetryClock & {
  /** Every wait there was, in seconds. */
  readonly waits: number[]
  /** Somebody sets the clock forward by so many seconds; back where negative. */
  readonly setClock: (seconds: number) => void
}

/** Waits take no time but advance the clock. `random` is the number that is drawn every time. */
export const fakeRetryClock = (random = 0.5, start = Date.UTC(2026, 7, 1, 12)): FakeRetryClock => {
  const waits: number[] = []
  let at = start
  let setByMs = 0
  return {
    waits,
    now: () => new Date(at + setByMs),
    steadySeconds: () => at / 1000,
    setClock: (seconds) => {
      setByMs += seconds * 1000
    },
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
