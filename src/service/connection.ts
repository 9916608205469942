import type { Account } from '#contract/account.ts'
import type { Reason } from '#contract/error-reasons.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { CallOptions } from '#library/call-options.ts'

/** Where the key is stored: `session` until the tab is closed, `device` until the user removes it. */
export type KeyPlace = 'session' | 'device'

/** The address of a service, from the user or from the studio's host. */
export type ServiceAddress = {
  /** The versioned root, `https://api.example.com/v1`, without trailing slash. */
  readonly base: string
  /** Whether images are sent to the legacy route (D-60). */
  readonly isLegacy: boolean
}

/** The state of the connection. */
export type ConnectionState = {
  /** Null if none is configured. */
  readonly address: ServiceAddress | null
  /** Whether the address comes from `config.json` or from the user. */
  readonly from: 'deployment' | 'user' | null
  /** Where the key is stored; null if there is none. The key is not part of the state. */
  readonly keyIn: KeyPlace | null
  /** The service; null without address or key. */
  readonly service: BackgroundService | null
  /** Problems of `config.json`, for the studio's host. */
  readonly problems: readonly Reason[]
}

/** Values entered to connect a service. */
export type NewConnection = ServiceAddress & {
  /** The key as typed or pasted (D-55). */
  readonly key: string
  readonly keepIn: KeyPlace
}

/** The connection to a service; only this module knows its key. */
export interface Connection {
  get(): ConnectionState
  subscribe(onChange: () => void): () => void
  /**
   * Tests address and key with `GET /me`, and stores them on success. Rejects with a `ServiceError`; a malformed
   * address or key is a `validation_error` with `details`.
   */
  connect(wanted: NewConnection, call?: CallOptions): Promise<Account>
  /** Deletes the key, and the address if the user entered it. */
  forget(): void
}
