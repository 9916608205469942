import { isServiceError } from '#contract/service-error.ts'
import { isSuccess, maxBytesOf, readBody } from './answer-body.ts'

/** A request with the key. */
export type WireRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: FormData
  readonly signal: AbortSignal
  /** Called with the uploaded bytes, if the platform reports them. */
  readonly onSent?: (loaded: number, total: number) => void
  /** Limit of a successful answer, in bytes; errors have a lower one. */
  readonly maxBytes: number
  /** Called when an answer begins, and then with the bytes received. */
  readonly onReceived?: (loaded: number) => void
}

/** A complete answer. Too large an error has an empty body. */
export type WireAnswer = {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: Blob
}

/**
 * Sends one request, once. Rejects with an `AbortError` on abort, a `RedirectError` on a redirect, an `upstream_error`
 * if a successful answer is too large, and with other errors if no complete answer came.
 */
export type Transport = (request: WireRequest) => Promise<WireAnswer>

/** A redirect is an error: the key is sent to the configured address only (D-55). */
export class RedirectError extends Error {
  override readonly name = 'RedirectError'
}

/** Uses `fetch`, which reports no upload progress. Follows no redirects. */
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
