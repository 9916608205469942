import { untilAborted } from './promises.ts'

/** Aborts work that makes no progress. Whoever opens a watchdog calls `end`. */
type StallWatchdog = {
  /** Aborted with the caller's signal, or when there was no progress for too long. */
  readonly signal: AbortSignal
  /** Whether the watchdog aborted the work. */
  readonly isStalled: boolean
  /** Reports progress, which restarts the time. */
  renew(): void
  /** Reports that `loadedBytes` have arrived in all; counts as progress for every further `minBytes`. */
  renewByBytes(loadedBytes: number): void
  end(): void
}

type StallOptions = {
  /** The longest time without progress, in milliseconds. */
  readonly limitMs: number
  readonly signal?: AbortSignal | undefined
  /** The reason that `signal` is aborted with; an `AbortError` where absent. */
  readonly reason?: () => unknown
  /** Bytes that count as progress; 0 where absent. A limit keeps a trickle of bytes from going on for ever. */
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

type DeadlineOptions = {
  readonly limitMs: number
  readonly signal?: AbortSignal | undefined
  /** Makes the exception that is thrown when the time is over. */
  readonly reason: () => unknown
}

/**
 * Runs `work` for at most `limitMs`. After that its signal is aborted, and this rejects with `reason()` at once.
 * Rejects with the reason of `signal` as soon as that is aborted.
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

type TickOptions = {
  readonly tickMs: number
  /** The number of ticks in a row without progress that count as a stall. */
  readonly maxTicks: number
  readonly onStall: () => void
  /** Called at each tick before it is counted. */
  readonly onTick?: () => void
}

/**
 * Calls `onStall` once after `maxTicks` ticks without `renew`. Counts the ticks of a timer, not time: time also passes
 * while the device sleeps or the browser throttles a hidden page.
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
