import { ServiceError } from '#contract/service-error.ts'
import { type RetryClock, retryLimits, withRequestedWait } from './retry.ts'

type RateLimiterOptions = {
  /** Maximum of concurrent requests. */
  readonly atOnce: number
  /** Shortest interval between starts of requests, in seconds; grows after a 429. */
  readonly gapSeconds: number
  readonly clock: RetryClock
}

/** Spaces requests to a service, to avoid bursts (Spec, Rate limits). */
interface RateLimiter {
  /**
   * Runs `task` in its turn. `onWait` gets each wait of a second or more, in seconds. Rejects with an `AbortError` if
   * `signal` is aborted first, and with `rate_limit_exceeded` if the total wait would exceed `maxWaitSeconds`.
   */
  schedule<T>(task: () => Promise<T>, signal: AbortSignal, onWait?: (seconds: number) => void): Promise<T>
  /** Call after a 429: pauses all requests for so many seconds, and widens the later intervals. */
  backOff(seconds: number): void
}

/** Longest pause after a 429. Then a request tries again, as the service's limits may have changed. */
const maxPauseSeconds = 3600
/** Shorter waits are not reported. */
const shownFromSeconds = 1

/** The interval after a first 429, and its maximum; in seconds. */
const gapAfter429 = 1
const maxGapSeconds = 8
/** Factor of the interval after each success. */
const gapDecay = 0.8

export const createRateLimiter = ({ atOnce, gapSeconds, clock }: RateLimiterOptions): RateLimiter => {
  let free = atOnce
  let gap = gapSeconds
  let opensAt = 0
  /** End of the wait that the service requested; may be later than `opensAt`. */
  let askedUntil = 0
  const waiting: (() => void)[] = []
  const nowSeconds = () => clock.steadySeconds()

  const enter = async (signal: AbortSignal): Promise<void> => {
    if (free > 0) {
      free--
      return
    }
    await new Promise<void>((resolve, reject) => {
      const stop = () => {
        waiting.splice(waiting.indexOf(go), 1)
        reject(signal.reason)
      }
      const go = () => {
        signal.removeEventListener('abort', stop)
        resolve()
      }
      signal.addEventListener('abort', stop, { once: true })
      waiting.push(go)
    })
  }
  /** Passes the slot to the next request in the queue, or frees it. */
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  /** Waits until a request may start, without holding a slot; the first to arrive takes the slot. */
  const openWait = (signal: AbortSignal, onWait: (seconds: number) => void) => {
    let waited = 0
    return async (): Promise<void> => {
      for (let left = opensAt - nowSeconds(); left > 0; left = opensAt - nowSeconds()) {
        if (waited + left > retryLimits.maxWaitSeconds)
          throw withRequestedWait(
            new ServiceError('rate_limit_exceeded'),
            Math.max(left, askedUntil - nowSeconds()),
          )
        if (left >= shownFromSeconds) onWait(left)
        waited += left
        await clock.wait(left, signal)
      }
    }
  }

  return {
    schedule: async (task, signal, onWait = () => {}) => {
      signal.throwIfAborted()
      const untilOpen = openWait(signal, onWait)
      for (;;) {
        await untilOpen()
        await enter(signal)
        if (opensAt <= nowSeconds()) break
        leave()
      }
      opensAt = nowSeconds() + gap
      try {
        const result = await task()
        gap = Math.max(gapSeconds, gap * gapDecay)
        return result
      } finally {
        leave()
      }
    },
    backOff: (seconds) => {
      gap = Math.min(maxGapSeconds, Math.max(gapAfter429, 2 * gap))
      askedUntil = Math.max(askedUntil, nowSeconds() + seconds)
      opensAt = Math.max(opensAt, nowSeconds() + Math.min(maxPauseSeconds, Math.max(seconds, gap)))
    },
  }
}
