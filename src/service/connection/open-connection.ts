import type { Account } from '#contract/account.ts'
import type { FieldReasons, Reason } from '#contract/error-reasons.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService, CallOptions } from '#service/background-service.ts'
import type {
  Connection,
  ConnectionState,
  KeyPlace,
  NewConnection,
  ServiceAddress,
} from '#service/connection.ts'
import type { DeploymentConfig } from './deployment-config.ts'
import { clearKey, type KeyStorages, loadKey, type StoredKey, saveKey } from './key-storage.ts'
import { parseApiKey, parseBaseAddress } from './parse-credentials.ts'

export type OpenService = (address: ServiceAddress, key: () => string) => BackgroundService

export type ConnectionParts = {
  readonly storages: KeyStorages
  /** The service of an address; asks for the key whenever it sends something. */
  readonly openService: OpenService
  /** One that answers without trying again, to test a connection. */
  readonly openTestService: OpenService
  /** What the deployment says; it may take its time, and nothing waits for it. */
  readonly config: Promise<DeploymentConfig>
  /** Tells the other tabs to forget, and hears them; each tab has its own session. */
  readonly tabs: { tellForget(): void; onChange(listener: (isForgotten: boolean) => void): void }
}

/** The connection as it was kept, and its changes, in this tab and others. */
export const openConnection = (parts: ConnectionParts): Connection => {
  const { storages, openService, openTestService, config, tabs } = parts
  const listeners = new Set<() => void>()
  let deployed: ServiceAddress | null = null
  let problems: readonly Reason[] = []
  let held: StoredKey | null = null
  let state: ConnectionState = { address: null, from: null, keyIn: null, service: null, problems }

  const show = (next: Omit<ConnectionState, 'problems'>) => {
    state = { ...next, problems }
    for (const listener of [...listeners]) listener()
  }
  const showNone = () => {
    held = null
    show({ address: deployed, from: deployed && 'deployment', keyIn: null, service: null })
  }
  const showKey = (place: KeyPlace, next: StoredKey) => {
    const { base, isLegacy } = next
    // A service of another key starts afresh: what the old one was told, such as to wait, is not for this key.
    const isSame = held?.base === base && held.isLegacy === isLegacy && held.key === next.key
    const service = isSame ? state.service : null
    held = next
    const address = { base, isLegacy }
    show({
      address,
      from: deployed?.base === base ? 'deployment' : 'user',
      keyIn: place,
      // The key is looked up at each request: one that was forgotten is never sent again, nor one of another address.
      service: service ?? openService(address, () => (held?.base === base ? held.key : '')),
    })
  }
  const readAgain = () => {
    const found = loadKey(storages)
    if (found) showKey(found.place, found.held)
    else showNone()
  }

  readAgain()
  void config.then((said) => {
    deployed = said.address
    problems = said.problems
    if (!held) showNone()
    else if (state.keyIn) showKey(state.keyIn, held)
  })
  tabs.onChange((isForgotten) => {
    if (isForgotten) clearKey(storages)
    readAgain()
  })

  const connect = async (wanted: NewConnection, call?: CallOptions): Promise<Account> => {
    const next = readWanted(wanted, held)
    const account = await openTestService(next, () => next.key).getAccount(call)
    call?.signal?.throwIfAborted()
    saveKey(storages, wanted.keepIn, next)
    showKey(wanted.keepIn, next)
    return account
  }

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    connect,
    forget: () => {
      clearKey(storages)
      tabs.tellForget()
      showNone()
    },
  }
}

/** Checks what was typed, before any request. No key at all means the one that is kept for this address. */
const readWanted = (
  { base: typedBase, isLegacy, key: typedKey }: NewConnection,
  held: StoredKey | null,
): StoredKey => {
  const address = parseBaseAddress(typedBase)
  const isKept = typedKey.trim() === '' && 'base' in address && held?.base === address.base
  const read = isKept ? { key: held.key } : parseApiKey(typedKey)
  if ('base' in address && 'key' in read) return { base: address.base, isLegacy, key: read.key }
  const fieldReasons: FieldReasons = {
    ...('problem' in address && { base: [{ reason: address.problem }] }),
    ...('problem' in read && { key: [read.problem] }),
  }
  throw new ServiceError('validation_error', { fieldReasons })
}
