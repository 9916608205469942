/**
 * The messages between the service worker and a studio window. A request goes by `client.postMessage` with a port of
 * its own; all that follows goes over that port, so that requests never mix.
 */

/** Service worker → window, with the port. A `Request` cannot be cloned, so its parts are sent. */
export type BridgeRequest = {
  readonly kind: 'bridge-request'
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Blob | null
}

/** Service worker → window, over the port. */
export type BridgeCommand = { readonly kind: 'abort' } | { readonly kind: 'ping' }

/** Window → service worker, over the port: `taken` at once, `pong` to each ping, then one of the others. */
export type BridgeReply =
  | { readonly kind: 'taken' }
  | { readonly kind: 'pong' }
  | { readonly kind: 'unavailable' }
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers: readonly (readonly [name: string, value: string])[]
      readonly body: Blob
    }

/** Window → service worker, without a request: take control of windows that were loaded without it. */
export type ClaimCommand = { readonly kind: 'claim' }
