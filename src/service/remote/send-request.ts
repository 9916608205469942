import { abortErrorOf } from '#base/promises.ts'
import { openStallWatchdog } from '#base/stall-watchdog.ts'
import type { FieldReasons } from '#contract/error-reasons.ts'
import { isServiceError, ServiceError } from '#contract/service-error.ts'
import { isSuccess } from './answer-body.ts'
import { readError } from './read-error.ts'
import { FailedAttempt, retryAfterOf } from './retry.ts'
import { RedirectError, type Transport, type WireAnswer, type WireRequest } from './transport.ts'

export type RequestSender = {
  readonly transport: Transport
  readonly key: () => string
  readonly now: () => Date
  /** How long a service may be silent, in seconds. */
  readonly silentSeconds: number
}

export type ServiceRequest = Pick<WireRequest, 'method' | 'url' | 'maxBytes' | 'onSent'> & {
  readonly body?: FormData
  readonly signal: AbortSignal
}

/** Less than this in one limit of silence is no progress, in bytes: below a kilobyte a second an answer would take for ever. */
export const minProgressBytes = 100_000

/**
 * Asks the service once, with the key, and gives its answer if it is a good one. Rejects with a `FailedTry`
 * for everything that the service, or the way to it, had against it; with an `AbortError` on abort; with
 * `upstream_error` where a good answer was too large; and with `authentication_error` where there is no key that
 * could be sent.
 */
export const sendRequest = async (
  { transport, key, now, silentSeconds }: RequestSender,
  question: ServiceRequest,
): Promise<WireAnswer> => {
  const secret = checkedKey(key())
  question.signal.throwIfAborted()
  const watchdog = openStallWatchdog({
    limitMs: silentSeconds * 1000,
    signal: question.signal,
    minBytes: minProgressBytes,
  })
  try {
    const answer = await transport({
      ...question,
      headers: { 'x-api-key': secret },
      signal: watchdog.signal,
      onReceived: watchdog.renewByBytes,
      ...(question.onSent && {
        onSent: (loaded, total) => {
          watchdog.renew()
          question.onSent?.(loaded, total)
        },
      }),
    })
    if (isSuccess(answer.status)) return answer
    throw new FailedAttempt({
      error: await readError(answer, question, secret),
      retryAfterSeconds: retryAfterOf(answer, now()),
    })
  } catch (thrown) {
    if (question.signal.aborted) throw abortErrorOf(question.signal)
    if (thrown instanceof FailedAttempt || isServiceError(thrown)) throw thrown
    throw new FailedAttempt({
      error: thrown instanceof RedirectError ? sentOn() : noAnswer(thrown, watchdog.isStalled),
      retryAfterSeconds: null,
    })
  } finally {
    watchdog.end()
  }
}

/** What an answer holds as JSON. Rejects with `upstream_error` where it holds none. */
export const parseJsonAnswer = async ({ body, status }: WireAnswer): Promise<unknown> => {
  try {
    return JSON.parse(await body.text())
  } catch {
    throw unreadableAnswer(status) // A parser's complaint would quote the answer.
  }
}

/** The service answered, and what it said makes no sense; `fieldReasons` name what is wrong with it. */
export const unreadableAnswer = (status: number, { cause, fieldReasons }: Unreadable = {}) =>
  new ServiceError('upstream_error', {
    status,
    reason: 'service_answer_unreadable',
    ...(fieldReasons && { fieldReasons }),
    cause,
  })

type Unreadable = { readonly cause?: unknown; readonly fieldReasons?: FieldReasons }

/** D-55; only such a key fits into a header, and a failure to put it there would tell it. */
const checkedKey = (key: string): string => {
  if (/^pk_[\x21-\x7e]+$/.test(key)) return key
  throw new ServiceError('authentication_error', { reason: key ? 'key_malformed' : 'key_not_set' })
}

const noAnswer = (cause: unknown, isSilent: boolean) =>
  new ServiceError('upstream_error', {
    status: 0,
    reason: isSilent ? 'service_silent' : 'service_unreachable',
    cause,
  })

const sentOn = () =>
  new ServiceError('validation_error', {
    reason: 'service_redirected',
    fieldReasons: { base: [{ reason: 'address_redirects' }] },
  })
