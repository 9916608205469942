import type { Account } from '#contract/account.ts'
import type { Reason } from '#contract/error-reasons.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { CallOptions } from '#library/call-options.ts'

/** Where the key is stored: `session` until the tab is closed, `device` until the user removes it. */
export type KeyPlace = 'session' | 'device'

/** The address of a service, given by the user or by the host of the studio. */
export type ServiceAddress = {
  /** The versioned root, `https://api.example.com/v1`, without a slash at its end. */
  readonly base: string
  /** Whether images are sent to the legacy route beside it instead (D-60). */
  readonly isLegacy: boolean
}

/** The service that is configured or connected. */
export type ConnectionState = {
  /** The address; null where none is configured. */
  readonly address: ServiceAddress | null
  /** Whether the address is from the `config.json` of this deployment or from the user. */
  readonly from: 'deployment' | 'user' | null
  /** Where the key is stored; null where there is none. The key itself is not part of the state. */
  readonly keyIn: KeyPlace | null
  /** The service, where there are an address and a key; otherwise null. */
  readonly service: BackgroundService | null
  /** The problems of this deployment's `config.json`, for its host. */
  readonly problems: readonly Reason[]
}

/** What a person entered to connect a service. */
export type NewConnection = ServiceAddress & {
  /** The key as it was typed or pasted (D-55). */
  readonly key: string
  readonly keepIn: KeyPlace
}

/** The connection to a service; the only module that knows its key. */
export interface Connection {
  get(): ConnectionState
  subscribe(onChange: () => void): () => void
  /**
   * Tries the address and key with `GET /me`, and stores them if the account could be read. Rejects with a
   * `ServiceError`; a malformed address or key is a `validation_error` with `details`.
   */
  connect(wanted: NewConnection, call?: CallOptions): Promise<Account>
  /** Deletes the key, and the address where the user gave it. */
  forget(): void
}
