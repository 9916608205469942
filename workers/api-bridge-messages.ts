import type { JobId } from '#contract/ids.ts'

/**
 * The messages between the service worker and a studio window. A request goes by `client.postMessage` with a port of
 * its own; all that follows goes over that port, so that requests never mix.
 *
 * A window stays open while the service worker of a later release takes over, so the two may be of different releases.
 * `kind: 'bridge-request'`, its `protocol`, and `unavailable` with its `protocol` therefore keep their form for ever.
 */

/** Gets the next number with every change of a message that the other side, of an older release, would misread. */
export type BridgeProtocol = 'clearcut-api-bridge/1'

/** Service worker → window, with the port. A `Request` cannot be cloned, so its parts are sent. */
export type BridgeRequest = {
  readonly kind: 'bridge-request'
  readonly protocol: BridgeProtocol
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Blob | null
  /**
   * The id for the video job of this request. A second window that gets the same request finds the job of the first by
   * it.
   */
  readonly jobId: JobId
}

/** Service worker → window, over the port. */
export type BridgeCommand = { readonly kind: 'abort' } | { readonly kind: 'ping' }

/**
 * Window → service worker, over the port: `taken` at once, `pong` to each ping, then one of the others. To a request of
 * another protocol the answer is `unavailable` at once; `protocol` is that of the window.
 */
export type BridgeReply =
  | { readonly kind: 'taken' }
  | { readonly kind: 'pong' }
  | { readonly kind: 'unavailable'; readonly protocol: BridgeProtocol }
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers: readonly (readonly [name: string, value: string])[]
      readonly body: Blob
    }

/** Window → service worker, without a request: take control of windows that were loaded without it. */
export type ClaimCommand = { readonly kind: 'claim' }

/**
 * Window → service worker, on a first visit that has become more than a look: keep the studio for use without a
 * network.
 */
export type KeepOfflineCommand = { readonly kind: 'keep-offline' }

/**
 * Window → service worker, while the window works on a request: Firefox ends a service worker that gets no event for 60
 * seconds, even while it owes an answer, and messages over a port do not count.
 */
export type KeepAliveCommand = { readonly kind: 'keep-alive' }
