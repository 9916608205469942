import { untilAborted } from './promises.ts'

/** Aborts work that makes no progress. Whoever opens one ends it. */
export type StallWatchdog = {
  /** Aborted with the caller's signal, or when there was no progress for too long. */
  readonly signal: AbortSignal
  /** Whether it was aborted for want of progress. */
  readonly isStalled: boolean
  /** There was progress: the time begins anew. */
  renew(): void
  /** `loadedBytes` have come so far. Counts as progress once `minBytes` came since it did the last time. */
  renewByBytes(loadedBytes: number): void
  end(): void
}

export type StallOptions = {
  /** How long there may be no progress, in milliseconds. */
  readonly limitMs: number
  readonly signal?: AbortSignal | undefined
  /** What `signal` is aborted with; an `AbortError` where absent. */
  readonly reason?: () => unknown
  /** Of a trickle, an answer could come for ever. 0 where absent. */
  readonly minBytes?: number
}

export const openStallWatchdog = ({ limitMs, signal, reason, minBytes = 0 }: StallOptions): StallWatchdog => {
  const stall = new AbortController()
  const start = () => setTimeout(() => stall.abort(reason?.()), limitMs)
  let timer = start()
  let countedBytes = Number.NEGATIVE_INFINITY
  const renew = () => {
    clearTimeout(timer)
    timer = start()
  }
  return {
    signal: signal ? AbortSignal.any([signal, stall.signal]) : stall.signal,
    get isStalled() {
      return stall.signal.aborted
    },
    renew,
    renewByBytes: (loadedBytes) => {
      if (loadedBytes - countedBytes < minBytes) return
      countedBytes = loadedBytes
      renew()
    },
    end: () => clearTimeout(timer),
  }
}

export type DeadlineOptions = {
  readonly limitMs: number
  readonly signal?: AbortSignal | undefined
  /** What is thrown when the time is over. */
  readonly reason: () => unknown
}

/**
 * Gives `work` so much time: then its signal is aborted, and this rejects with `reason()` without waiting for it. Rejects
 * with the reason of `signal` as soon as that is aborted.
 */
export const withDeadline = async <T>(
  { limitMs, signal, reason }: DeadlineOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const watchdog = openStallWatchdog({ limitMs, signal, reason })
  try {
    return await untilAborted(work(watchdog.signal), watchdog.signal)
  } finally {
    watchdog.end()
  }
}

export type TickOptions = {
  readonly tickMs: number
  /** So many ticks in a row without progress are a stall. */
  readonly maxTicks: number
  readonly onStall: () => void
  /** Called at each tick before it is counted. */
  readonly onTick?: () => void
}

/**
 * Calls `onStall` once after `maxTicks` ticks without `renew`. Counts ticks of a timer and not time: time also passes
 * while the device sleeps or the browser holds back a hidden page.
 */
export const watchTicks = ({
  tickMs,
  maxTicks,
  onStall,
  onTick,
}: TickOptions): Pick<StallWatchdog, 'renew' | 'end'> => {
  let ticks = 0
  const timer = setInterval(() => {
    onTick?.()
    if (++ticks === maxTicks) onStall()
  }, tickMs)
  return {
    renew: () => {
      ticks = 0
    },
    end: () => clearInterval(timer),
  }
}
