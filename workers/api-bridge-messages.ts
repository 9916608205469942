/**
 * What the service worker and a studio window say to each other. The request goes by
 * `client.postMessage` together with a port; all else goes over that port, so that several requests
 * never mix.
 */

/** Service worker → window, with the port. A `Request` cannot cross, so its parts do. */
export type BridgeRequest = {
  readonly kind: 'door-request'
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

/** Window → service worker, outside of any request: take control of windows that were loaded without it. */
export type ClaimCommand = { readonly kind: 'claim' }
