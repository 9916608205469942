import type { Retry } from '#contract/progress.ts'
import { ServiceError } from '#contract/service-error.ts'

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
  /** Rejects with an `AbortError` as soon as `signal` is aborted. */
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
 * `Retry-After` names (D-53). Rejects with the last try's own error.
 */
export const withRetries = async <T>(
  attempt: () => Promise<T>,
  { tries, patience, signal, mayRepeat, onRetry }: RetryOptions,
): Promise<T> => {
  for (let next = 2; ; next++) {
    signal.throwIfAborted()
    try {
      return await attempt()
    } catch (thrown) {
      if (!(thrown instanceof FailedTry)) throw thrown
      const { error, retryAfterSeconds } = thrown.failure
      const asked = retryAfterSeconds ?? 0
      if (asked > retryLimits.longestWaitSeconds) throw askedToWait(error, asked)
      if (next > tries || !mayRepeat(error)) throw error
      const seconds = Math.max(asked, backoffSeconds(next - 1, patience.random()))
      onRetry?.({ attempt: next, attempts: tries, seconds, code: error.code })
      await patience.wait(seconds, signal)
    }
  }
}

/** Says how long, since nobody waits. */
const askedToWait = (error: ServiceError, seconds: number): ServiceError => {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
  return new ServiceError(error.code, {
    ...error.toBody(),
    message: `${error.message} The service asks to wait ${wait}.`,
    status: error.status,
    cause: error,
  })
}

/** Full jitter: anything up to 1 s after the first failure, twice that after each further one, at most 30 s. */
export const backoffSeconds = (failures: number, random: number): number =>
  random * Math.min(retryLimits.mostSeconds, retryLimits.firstSeconds * 2 ** (failures - 1))

/** 429, 5xx and no answer at all; other 4xx never (D-53). */
export const isPassing = (error: ServiceError): boolean => isBusy(error) || isUnanswered(error)

/** Refused before any work was begun, so that a repetition is never charged twice. */
export const isBusy = ({ status }: ServiceError): boolean => status === 429

/** Nobody knows what became of the request. */
const isUnanswered = ({ status }: ServiceError): boolean => status === 0 || status >= 500

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
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop)
        resolve()
      }, seconds * 1000)
      signal.addEventListener('abort', stop, { once: true })
    }),
}
