import { sleep } from '#base/timers.ts'
import type { Retry } from '#contract/progress.ts'
import type { ServiceError } from '#contract/service-error.ts'
import type { WireAnswer } from './transport.ts'

/** The limits of retries (D-53). */
export const retryLimits = {
  tries: 5,
  firstSeconds: 1,
  maxBackoffSeconds: 30,
  /** Longer waits are left to the user, who sees the requested time. */
  maxWaitSeconds: 120,
} as const

/** Clock and random numbers of retries; tests replace them. */
export type RetryClock = {
  now(): Date
  /** Seconds of a monotonic clock, for measuring waits. */
  steadySeconds(): number
  /** From 0 to 1, as `Math.random`. */
  random(): number
  /** Ends early if `seconds` exceeds 24 days. Rejects with an `AbortError` when `signal` is aborted. */
  wait(seconds: number, signal: AbortSignal): Promise<void>
}

/** An error, and the wait that the service requested; null if none. */
type Failure = { readonly error: ServiceError; readonly retryAfterSeconds: number | null }

/** A failed attempt, with the facts that decide on a retry. */
export class FailedAttempt extends Error {
  override readonly name = 'FailedAttempt'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.error.message, { cause: failure.error })
    this.failure = failure
  }
}

type RetryOptions = {
  readonly tries: number
  readonly clock: RetryClock
  readonly signal: AbortSignal
  /** Whether the request may be repeated after this error without asking the user. */
  readonly mayRepeat: (error: ServiceError) => boolean
  readonly onRetry?: (retry: Retry) => void
}

/**
 * Retries with exponential backoff and full jitter, never before `Retry-After` (D-53). Rejects with the last error, and
 * at once if `Retry-After` exceeds `maxWaitSeconds`. `attempt` gets the number of the attempt, from 1.
 */
export const withRetries = async <T>(
  attempt: (count: number) => Promise<T>,
  { tries, clock, signal, mayRepeat, onRetry }: RetryOptions,
): Promise<T> => {
  for (let next = 2; ; next++) {
    signal.throwIfAborted()
    try {
      return await attempt(next - 1)
    } catch (thrown) {
      if (!(thrown instanceof FailedAttempt)) throw thrown
      const { error, retryAfterSeconds } = thrown.failure
      if (!mayRepeat(error)) throw error
      const asked = retryAfterSeconds ?? 0
      if (asked > retryLimits.maxWaitSeconds) throw withRequestedWait(error, asked)
      if (next > tries) throw error
      const seconds = Math.max(asked, backoffSeconds(next - 1, clock.random()))
      onRetry?.({ attempt: next, attempts: tries, seconds, code: error.code })
      await clock.wait(seconds, signal)
    }
  }
}

/**
 * Backoff with full jitter: a random wait of up to 1 s after the first failure, doubled with each further one, at most
 * 30 s.
 */
export const backoffSeconds = (failures: number, random: number): number =>
  random * Math.min(retryLimits.maxBackoffSeconds, retryLimits.firstSeconds * 2 ** (failures - 1))

/** Whether an error may be temporary: 429, 500, 502 and no answer, which has status 0 (D-53). */
export const isTransient = ({ status }: Pick<ServiceError, 'status'>): boolean =>
  status === 0 || status === 429 || status === 500 || status === 502

/** A 429 precedes any work, so a retry is never charged twice. */
export const isRateLimited = ({ status }: ServiceError): boolean => status === 429

export const browserRetryClock: RetryClock = {
  now: () => new Date(),
  steadySeconds: () => performance.now() / 1000,
  random: Math.random,
  wait: (seconds, signal) => sleep(seconds * 1000, signal),
}

/** The error with the requested wait as its reason, for waits that are too long. */
export const withRequestedWait = (error: ServiceError, seconds: number): ServiceError =>
  error.with({ reason: 'service_asks_to_wait', params: { waitSeconds: seconds }, cause: error })

/**
 * The wait that an answer requests, in seconds; `now` replaces a missing date. Null without a request, and for a status
 * that is never retried (D-53).
 */
export const retryAfterOf = (answer: Pick<WireAnswer, 'status' | 'headers'>, now: Date): number | null =>
  isTransient(answer)
    ? secondsOfRetryAfter(answer.headers.get('Retry-After'), sentAt(answer.headers) ?? now)
    : null

/** When an answer was sent, by the sender's clock. Null if CORS hides it. */
const sentAt = (headers: WireAnswer['headers']): Date | null => {
  const at = new Date(headers.get('Date') ?? '')
  return Number.isNaN(at.getTime()) ? null : at
}

/**
 * The wait of a `Retry-After` header in seconds: a number or a date (RFC 9110, 10.2.3). Null if it is missing, hidden
 * by CORS, or invalid.
 */
export const secondsOfRetryAfter = (header: string | null, now: Date): number | null => {
  const text = header?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  // A date begins with a weekday; `Date.parse` accepts much more.
  const at = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, (at - now.getTime()) / 1000)
}
