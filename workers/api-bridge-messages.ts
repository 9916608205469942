import type { JobId } from '#contract/ids.ts'

/**
 * Messages between the service worker and a studio window. A request is sent by `client.postMessage` with its own port;
 * all later messages use that port, so that requests never mix. A window stays open while the service worker of a later
 * release takes over, so the two may have different releases. `kind: 'bridge-request'`, its `protocol`, and
 * `unavailable` with its `protocol` must therefore never change.
 */

/** The number rises with every change of a message that an older release would misread. */
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
   * The id for the video job of this request. A second window that receives the same request finds the first one's job
   * by it.
   */
  readonly jobId: JobId
}

/** Service worker → window, over the port. */
export type BridgeCommand = { readonly kind: 'abort' } | { readonly kind: 'ping' }

/**
 * Window → service worker, over the port: `taken` at once, `pong` to each ping, then one of the others. A request of
 * another protocol is answered `unavailable` at once, with the window's `protocol`.
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
 * Window → service worker, on a first visit in which the studio is used: store the studio for use without a network.
 */
export type KeepOfflineCommand = { readonly kind: 'keep-offline' }

/**
 * Window → service worker, while the window works on a request: Firefox ends a service worker without events for 60
 * seconds, even if an answer is pending, and messages over a port do not count.
 */
export type KeepAliveCommand = { readonly kind: 'keep-alive' }
