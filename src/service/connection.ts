import type { Account } from '#contract/account.ts'
import type { BackgroundService, CallOptions } from './background-service.ts'

/** Where the key is kept: until the tab is closed, or until it is forgotten. */
export type KeyPlace = 'session' | 'device'

/** A service that the user, or whoever hosts the studio, configured. */
export type ServiceAddress = {
  /** The versioned root, `https://api.example.com/v1`, without a slash at its end. */
  readonly base: string
  /** Sends images to the legacy route beside it instead (D-60). */
  readonly isLegacy: boolean
}

export type ConnectionState = {
  /** Null where none is configured. */
  readonly address: ServiceAddress | null
  /** Who gave the address: the `config.json` of this deployment, or the user. */
  readonly from: 'deployment' | 'user' | null
  /** Where the key lies; null where there is none. The key itself is never told. */
  readonly keyIn: KeyPlace | null
  /** Ready to use: there is an address and a key. Null otherwise. */
  readonly service: BackgroundService | null
  /** What is wrong with the `config.json` of this deployment, in sentences for whoever hosts it. */
  readonly problems: readonly string[]
}

export type NewConnection = ServiceAddress & {
  /** As it was typed or pasted (D-55). */
  readonly key: string
  readonly keepIn: KeyPlace
}

/** The one place that knows the key. */
export interface Connection {
  get(): ConnectionState
  subscribe(onChange: () => void): () => void
  /**
   * Tries the address and key with `GET /me`, and keeps them if the account could be read. Rejects with
   * a `ServiceError`; an address or key that cannot be right is a `validation_error` with `details`.
   */
  connect(wanted: NewConnection, call?: CallOptions): Promise<Account>
  /** Wipes the key, wherever it is kept, and an address that the user gave. */
  forget(): void
}
