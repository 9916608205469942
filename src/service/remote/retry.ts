import { sleep } from '#base/timers.ts'
import type { Retry } from '#contract/progress.ts'
import type { ServiceError } from '#contract/service-error.ts'
import type { WireAnswer } from './transport.ts'

/** The limits of retries (D-53). */
export const retryLimits = {
  tries: 5,
  firstSeconds: 1,
  maxBackoffSeconds: 30,
  /** Longer waits are left to the user, who sees how long the service asks for. */
  maxWaitSeconds: 120,
} as const

/** The clock and the random numbers of retries; tests replace them. */
export type RetryClock = {
  now(): Date
  /** Seconds of a clock that nobody sets: waits are measured by it. */
  steadySeconds(): number
  /** 0 up to 1, as `Math.random`. */
  random(): number
  /** Ends early where `seconds` is over 24 days. Rejects with an `AbortError` as soon as `signal` is aborted. */
  wait(seconds: number, signal: AbortSignal): Promise<void>
}

/** A failed attempt, and the wait that the service asked for; null where it named none. */
type Failure = { readonly error: ServiceError; readonly retryAfterSeconds: number | null }

/** One try that failed, with what decides whether there is another. */
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
  /** Whether the request may be sent again after this error without asking the user. */
  readonly mayRepeat: (error: ServiceError) => boolean
  readonly onRetry?: (retry: Retry) => void
}

/**
 * Repeats a failed attempt with exponential backoff and full jitter, never before the time of `Retry-After` (D-53).
 * Rejects with the error of the last attempt, and at once where `Retry-After` asks for more than `maxWaitSeconds`.
 * `attempt` gets the number of the attempt, from 1 on.
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
 * Backoff with full jitter: a random wait of up to 1 s after the first failure, twice that after each further one, at
 * most 30 s.
 */
export const backoffSeconds = (failures: number, random: number): number =>
  random * Math.min(retryLimits.maxBackoffSeconds, retryLimits.firstSeconds * 2 ** (failures - 1))

/** Errors that may pass without a change of the request: 429, 500, 502 and no answer, which has status 0 (D-53). */
export const isTransient = ({ status }: Pick<ServiceError, 'status'>): boolean =>
  status === 0 || status === 429 || status === 500 || status === 502

/** 429 refuses a request before any work begins, so a retry is never charged twice. */
export const isRateLimited = ({ status }: ServiceError): boolean => status === 429

export const browserRetryClock: RetryClock = {
  now: () => new Date(),
  steadySeconds: () => performance.now() / 1000,
  random: Math.random,
  wait: (seconds, signal) => sleep(seconds * 1000, signal),
}

/** The same error, with the time that the service asks to wait as its reason; used where that is too long to wait. */
export const withRequestedWait = (error: ServiceError, seconds: number): ServiceError =>
  error.with({ reason: 'service_asks_to_wait', params: { waitSeconds: seconds }, cause: error })

/**
 * How long to wait by an answer, in seconds; `now` stands in for an answer without a date. Null where the answer names
 * no wait, and for a status that is never retried (D-53).
 */
export const retryAfterOf = (answer: Pick<WireAnswer, 'status' | 'headers'>, now: Date): number | null =>
  isTransient(answer)
    ? secondsOfRetryAfter(answer.headers.get('Retry-After'), sentAt(answer.headers) ?? now)
    : null

/** When an answer was sent by the clock of who sent it, which is the clock of its dates. Null where CORS hides it. */
const sentAt = (headers: WireAnswer['headers']): Date | null => {
  const at = new Date(headers.get('Date') ?? '')
  return Number.isNaN(at.getTime()) ? null : at
}

/**
 * The wait of a `Retry-After` header in seconds: the header holds a number of seconds or a date (RFC 9110, 10.2.3).
 * Null where the header is missing, hidden by CORS, or anything else.
 */
export const secondsOfRetryAfter = (header: string | null, now: Date): number | null => {
  const text = header?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  // A date begins with the name of a day; `Date.parse` would also read many other texts.
  const at = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, (at - now.getTime()) / 1000)
}
