import { abortErrorOf } from '#base/promises.ts'
import { openStallWatchdog } from '#base/stall-watchdog.ts'
import type { FieldReasons } from '#contract/error-reasons.ts'
import { isServiceError, ServiceError } from '#contract/service-error.ts'
import { isSuccess } from './answer-body.ts'
import { hideKey, readError } from './read-error.ts'
import { FailedAttempt, retryAfterOf } from './retry.ts'
import { RedirectError, type Transport, type WireAnswer, type WireRequest } from './transport.ts'

/** The parts needed for sending. */
export type RequestSender = {
  readonly transport: Transport
  readonly key: () => string
  readonly now: () => Date
  /** How long a service may send nothing, in seconds. */
  readonly silentSeconds: number
}

/** A successful answer. The key is removed from its headers and `json`. */
export type ServiceAnswer = WireAnswer & {
  /** Rejects if the body is not JSON. */
  readonly json: () => Promise<unknown>
}

type ServiceRequest = Pick<WireRequest, 'method' | 'url' | 'maxBytes' | 'onSent'> & {
  readonly body?: FormData
  readonly signal: AbortSignal
}

/** Fewer bytes within `silentSeconds` count as silence: an answer below about 1 kB/s would never end. */
export const minProgressBytes = 100_000

/**
 * Sends one request with the key; resolves with a successful answer. Rejects with a `FailedAttempt` if the service
 * refuses, is silent, redirects or cannot be reached; with an `AbortError` on abort; with `upstream_error` if a
 * successful answer is too large; with `authentication_error` without a valid key.
 */
export const sendRequest = async (
  { transport, key, now, silentSeconds }: RequestSender,
  request: ServiceRequest,
): Promise<ServiceAnswer> => {
  const secret = checkedKey(key())
  request.signal.throwIfAborted()
  const watchdog = openStallWatchdog({
    limitMs: silentSeconds * 1000,
    signal: request.signal,
    minBytes: minProgressBytes,
  })
  try {
    const answer = await transport({
      ...request,
      headers: { 'x-api-key': secret },
      signal: watchdog.signal,
      onReceived: watchdog.renewByBytes,
      ...(request.onSent && {
        onSent: (loaded, total) => {
          watchdog.renew()
          request.onSent?.(loaded, total)
        },
      }),
    })
    const hidden = hideKey(secret)
    const headers = { get: (name: string) => hidden(answer.headers.get(name)) }
    if (isSuccess(answer.status))
      return { ...answer, headers, json: async () => hidden(JSON.parse(await answer.body.text())) }
    throw new FailedAttempt({
      error: await readError({ ...answer, headers }, request, hidden),
      retryAfterSeconds: retryAfterOf(answer, now()),
    })
  } catch (thrown) {
    if (request.signal.aborted) throw abortErrorOf(request.signal)
    if (thrown instanceof FailedAttempt || isServiceError(thrown)) throw thrown
    throw new FailedAttempt({
      error: thrown instanceof RedirectError ? redirected() : noAnswer(thrown, watchdog.isStalled),
      retryAfterSeconds: null,
    })
  } finally {
    watchdog.end()
  }
}

/** The JSON of an answer. Rejects with `upstream_error` if it is not JSON. */
export const parseJsonAnswer = async ({ json, status }: ServiceAnswer): Promise<unknown> => {
  try {
    return await json()
  } catch {
    throw unreadableAnswer(status) // Without the parser's error as cause: it would quote the answer.
  }
}

/** The error of an answer that cannot be used; `fieldReasons` name its problems. */
export const unreadableAnswer = (status: number, { cause, fieldReasons }: Unreadable = {}) =>
  new ServiceError('upstream_error', {
    status,
    reason: 'service_answer_unreadable',
    ...(fieldReasons && { fieldReasons }),
    cause,
  })

type Unreadable = { readonly cause?: unknown; readonly fieldReasons?: FieldReasons }

/** Only such a key fits into a header (D-55); an exception of `fetch` would quote it. */
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

const redirected = () =>
  new ServiceError('validation_error', {
    reason: 'service_redirected',
    fieldReasons: { base: [{ reason: 'address_redirects' }] },
  })
