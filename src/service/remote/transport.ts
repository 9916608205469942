import { isServiceError } from '#contract/service-error.ts'
import { isSuccess, maxBytesOf, readBody } from './answer-body.ts'

/** One request with the key, to the service itself. */
export type WireRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: FormData
  readonly signal: AbortSignal
  /** Hears how much of the body left this device, in bytes; where the platform cannot tell, nothing. */
  readonly onSent?: (loaded: number, total: number) => void
  /** The most that a good answer may have, in bytes; an error has less. */
  readonly maxBytes: number
  /** Hears that an answer began, and how much of it came so far, in bytes. */
  readonly onReceived?: (loaded: number) => void
}

/** An answer that arrived whole; the body of an error that was too large is left out. */
export type WireAnswer = {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: Blob
}

/**
 * Sends one request, once. Rejects with an `AbortError` on abort, with a `RedirectError` where it was sent on
 * to another address, with an `upstream_error` where a good answer was too large, and with anything else where
 * no whole answer came.
 */
export type Transport = (request: WireRequest) => Promise<WireAnswer>

/** The key goes to the address that was configured and nowhere else, so nobody may send it on (D-55). */
export class RedirectError extends Error {
  override readonly name = 'RedirectError'
}

/** `fetch` tells nothing of an upload, but follows no redirect. */
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
