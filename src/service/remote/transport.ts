import { isServiceError } from '#contract/service-error.ts'
import { isSuccess, maxBytesOf, readBody } from './answer-body.ts'

/** One request with the key, to the service itself. */
export type WireRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: FormData
  readonly signal: AbortSignal
  /** Called with the bytes of the body that were uploaded; never where the platform does not report them. */
  readonly onSent?: (loaded: number, total: number) => void
  /** The largest body of a successful answer, in bytes; errors have a lower limit. */
  readonly maxBytes: number
  /** Called when an answer begins, and then with the bytes received so far. */
  readonly onReceived?: (loaded: number) => void
}

/** A complete answer. The body of an error that was too large is empty. */
export type WireAnswer = {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: Blob
}

/**
 * Sends one request, once. Rejects with an `AbortError` on abort, a `RedirectError` on a redirect, an `upstream_error`
 * where a successful answer is too large, and with anything else where no complete answer came.
 */
export type Transport = (request: WireRequest) => Promise<WireAnswer>

/** A redirect is an error: the key goes only to the address that was configured (D-55). */
export class RedirectError extends Error {
  override readonly name = 'RedirectError'
}

/** The transport by `fetch`. It reports no upload progress, and follows no redirect. */
export const fetchTransport: Transport = async (request) => {
  const { method, url, headers, body, signal, maxBytes, onReceived } = request
  const response = await fetch(url, {
    method,
    headers: { ...headers },
    signal,
    redirect: 'manual',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    ...(body && { body }),
  })
  onReceived?.(0)
  if (response.type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(response.status)) {
    void response.body?.cancel().catch(() => {})
    throw new RedirectError()
  }
  const { status } = response
  const read = readBody(response, maxBytesOf(status, maxBytes), onReceived)
  return { status, headers: response.headers, body: isSuccess(status) ? await read : await orEmpty(read) }
}

const orEmpty = (read: Promise<Blob>): Promise<Blob> =>
  read.catch((thrown: unknown) => {
    if (isServiceError(thrown)) return new Blob()
    throw thrown
  })
