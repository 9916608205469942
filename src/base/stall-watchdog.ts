import { untilAborted } from './promises.ts'

/** Aborts work without progress. Its opener calls `end`. */
type StallWatchdog = {
  /** Aborted with the caller's signal, or after `limitMs` without progress. */
  readonly signal: AbortSignal
  /** Whether the watchdog aborted the work. */
  readonly isStalled: boolean
  /** Reports progress and restarts the time. */
  renew(): void
  /** Reports the total of bytes so far; every further `minBytes` count as progress. */
  renewByBytes(loadedBytes: number): void
  end(): void
}

type StallOptions = {
  /** The longest time without progress, in milliseconds. */
  readonly limitMs: number
  readonly signal?: AbortSignal | undefined
  /** Makes the abort reason; an `AbortError` by default. */
  readonly reason?: () => unknown
  /** Bytes that count as progress, so that a trickle does not go on for ever; 0 by default. */
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
  /** Makes the exception for the end of the time. */
  readonly reason: () => unknown
}

/**
 * Runs `work` for at most `limitMs`, then aborts its signal and rejects with `reason()` at once. Rejects with the
 * reason of `signal` as soon as it is aborted.
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
  /** The number of ticks without progress that count as a stall. */
  readonly maxTicks: number
  readonly onStall: () => void
  /** Called at each tick before counting it. */
  readonly onTick?: () => void
}

/**
 * Calls `onStall` once after `maxTicks` ticks without `renew`. It counts ticks, not time, since time also passes while
 * the device sleeps or the browser throttles a hidden page.
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
