import type { Retry } from '#contract/progress.ts'
import type { ServiceError } from '#contract/service-error.ts'
import { askedToWait } from './asked-to-wait.ts'

/** D-53. */
export const retryLimits = {
  tries: 5,
  firstSeconds: 1,
  mostSeconds: 30,
  /** Who asks for a longer wait than this is not waited for; the user is told instead. */
  longestWaitSeconds: 120,
} as const

/** The parts of this world that waiting depends on; tests have their own. */
export type Patience = {
  now(): Date
  /** 0 up to 1, as `Math.random`. */
  random(): number
  /** May end before its time where that is weeks away. Rejects with an `AbortError` as soon as `signal` is aborted. */
  wait(seconds: number, signal: AbortSignal): Promise<void>
}

/** A try that failed, and how long the service asked to wait, if it did. */
export type Failure = { readonly error: ServiceError; readonly retryAfterSeconds: number | null }

export class FailedTry extends Error {
  override readonly name = 'FailedTry'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.error.message, { cause: failure.error })
    this.failure = failure
  }
}

export type RetryOptions = {
  readonly tries: number
  readonly patience: Patience
  readonly signal: AbortSignal
  /** Whether a try that failed so may be repeated without asking. */
  readonly mayRepeat: (error: ServiceError) => boolean
  readonly onRetry?: (retry: Retry) => void
}

/**
 * Repeats what fails for a while with exponential backoff and full jitter, and never before the moment that
 * `Retry-After` names (D-53). Rejects with the last try's own error, and at once where that moment is further
 * away than anybody is asked to wait. `attempt` learns which try it is, from 1 on.
 */
export const withRetries = async <T>(
  attempt: (count: number) => Promise<T>,
  { tries, patience, signal, mayRepeat, onRetry }: RetryOptions,
): Promise<T> => {
  for (let next = 2; ; next++) {
    signal.throwIfAborted()
    try {
      return await attempt(next - 1)
    } catch (thrown) {
      if (!(thrown instanceof FailedTry)) throw thrown
      const { error, retryAfterSeconds } = thrown.failure
      if (!mayRepeat(error)) throw error
      const asked = retryAfterSeconds ?? 0
      if (asked > retryLimits.longestWaitSeconds) throw askedToWait(error, asked)
      if (next > tries) throw error
      const seconds = Math.max(asked, backoffSeconds(next - 1, patience.random()))
      onRetry?.({ attempt: next, attempts: tries, seconds, code: error.code })
      await patience.wait(seconds, signal)
    }
  }
}

/** Full jitter: anything up to 1 s after the first failure, twice that after each further one, at most 30 s. */
export const backoffSeconds = (failures: number, random: number): number =>
  random * Math.min(retryLimits.mostSeconds, retryLimits.firstSeconds * 2 ** (failures - 1))

/** 429, 500, 502 and no answer at all; nothing else may pass by itself (D-53). */
export const isPassing = ({ status }: Pick<ServiceError, 'status'>): boolean =>
  status === 0 || status === 429 || status === 500 || status === 502

/** Refused before any work was begun, so that a repetition is never charged twice. */
export const isBusy = ({ status }: ServiceError): boolean => status === 429

/** A timer takes no more milliseconds, and one that is given more ends at once. */
const longestTimerMs = 2 ** 31 - 1

export const browserPatience: Patience = {
  now: () => new Date(),
  random: Math.random,
  wait: (seconds, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const stop = () => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      const timer = setTimeout(
        () => {
          signal.removeEventListener('abort', stop)
          resolve()
        },
        Math.min(seconds * 1000, longestTimerMs),
      )
      signal.addEventListener('abort', stop, { once: true })
    }),
}
