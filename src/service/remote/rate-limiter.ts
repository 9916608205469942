import { ServiceError } from '#contract/service-error.ts'
import { type RetryClock, retryLimits, withRequestedWait } from './retry.ts'

export type RateLimiterOptions = {
  /** Requests under way at the same time. */
  readonly atOnce: number
  /** Between two beginnings, in seconds, as long as nobody complains. */
  readonly gapSeconds: number
  readonly clock: RetryClock
}

/** Spaces the requests to a service, so that a queue of images is no burst (Spec, Rate limits). */
export interface RateLimiter {
  /**
   * Runs `task` in its turn. `onWait` gets each wait of a second or more, in seconds. Rejects with an `AbortError`
   * if `signal` is aborted first, and with `rate_limit_exceeded` instead of a wait over `maxWaitSeconds` in all.
   */
  schedule<T>(task: () => Promise<T>, signal: AbortSignal, onWait?: (seconds: number) => void): Promise<T>
  /** After a 429: no request begins for so many seconds, and then they begin further apart. */
  backOff(seconds: number): void
}

/** A service that asks for more is asked again after this: its limits may have changed since. */
const maxPauseSeconds = 3600
/** What is over sooner is not worth a word. */
const shownFromSeconds = 1

/** After a complaint, and the most that complaints add up to; in seconds. */
const gapAfterComplaint = 1
const maxGapSeconds = 8
/** What each request without a complaint leaves of the gap. */
const easing = 0.8

export const createRateLimiter = ({ atOnce, gapSeconds, clock }: RateLimiterOptions): RateLimiter => {
  let free = atOnce
  let gap = gapSeconds
  let opensAt = 0
  /** The time that the service asked for, which may be later than `opensAt`. */
  let askedUntil = 0
  const waiting: (() => void)[] = []
  const nowSeconds = () => clock.now().getTime() / 1000

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
  /** Hands the place on, or leaves it free. */
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  /** Waits for the moment when somebody may begin, without a place; whoever is first then takes it. */
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
        gap = Math.max(gapSeconds, gap * easing)
        return result
      } finally {
        leave()
      }
    },
    backOff: (seconds) => {
      gap = Math.min(maxGapSeconds, Math.max(gapAfterComplaint, 2 * gap))
      askedUntil = Math.max(askedUntil, nowSeconds() + seconds)
      opensAt = Math.max(opensAt, nowSeconds() + Math.min(maxPauseSeconds, Math.max(seconds, gap)))
    },
  }
}
