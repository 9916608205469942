/** One request with the key, to the service itself. */
export type WireRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: FormData
  readonly signal: AbortSignal
  /** Hears how much of the body left this device, in bytes; where the platform cannot tell, nothing. */
  readonly onSent?: (loaded: number, total: number) => void
  /** Hears of every sign of life. */
  readonly onLife?: () => void
}

/** An answer that arrived whole. */
export type WireAnswer = {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: Blob
}

/**
 * Sends one request, once. Rejects with an `AbortError` on abort, with a `RedirectError` where it was sent on
 * to another address, and with anything else where no whole answer came.
 */
export type Transport = (request: WireRequest) => Promise<WireAnswer>

/** The key goes to the address that was configured and nowhere else, so nobody may send it on (D-55). */
export class RedirectError extends Error {
  override readonly name = 'RedirectError'
}

/** `fetch` tells nothing of an upload, but follows no redirect. */
export const fetchTransport: Transport = async ({ method, url, headers, body, signal, onLife }) => {
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
  onLife?.()
  if (response.type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(response.status))
    throw new RedirectError()
  return { status: response.status, headers: response.headers, body: await response.blob() }
}
