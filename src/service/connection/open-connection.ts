import type { Account } from '#contract/account.ts'
import type { FieldReasons, Reason } from '#contract/error-reasons.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { CallOptions } from '#library/call-options.ts'
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

type OpenService = (address: ServiceAddress, key: () => string) => BackgroundService

/** The parts of a connection. */
export type ConnectionParts = {
  readonly storages: KeyStorages
  /** Opens the service of an address; it calls `key` for each request. */
  readonly openService: OpenService
  /** Opens a service without retries, to test a connection. */
  readonly openTestService: OpenService
  /** The config of the deployment, which may arrive late. */
  readonly config: Promise<DeploymentConfig>
  /** `tellForget` makes other tabs forget the key; `onChange` reports that another tab forgot or changed it. */
  readonly tabs: { tellForget(): void; onChange(listener: (isForgotten: boolean) => void): void }
}

/** The stored connection and its changes in all tabs. */
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
    // A new key gets a new service: state such as a rate limit belongs to the old key.
    const isSame = held?.base === base && held.isLegacy === isLegacy && held.key === next.key
    const service = isSame ? state.service : null
    held = next
    const address = { base, isLegacy }
    show({
      address,
      from: deployed?.base === base ? 'deployment' : 'user',
      keyIn: place,
      // Read for each request, so that a forgotten key, or that of another address, is never sent.
      service: service ?? openService(address, () => (held?.base === base ? held.key : '')),
    })
  }
  const readAgain = () => {
    const found = loadKey(storages)
    if (found) showKey(found.place, found.held)
    else showNone()
  }

  readAgain()
  void config.then((deployment) => {
    deployed = deployment.address
    problems = deployment.problems
    if (!held) showNone()
    else if (state.keyIn) showKey(state.keyIn, held)
  })
  tabs.onChange((isForgotten) => {
    if (isForgotten) clearKey(storages)
    readAgain()
  })

  const connect = async (wanted: NewConnection, call?: CallOptions): Promise<Account> => {
    const next = readWanted(wanted, held)
    if ('fieldReasons' in next) {
      const { ServiceError } = await import('#contract/service-error.ts')
      throw new ServiceError('validation_error', next)
    }
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

/** Validates the input. An empty key field means the stored key of this address. */
const readWanted = (
  { base: typedBase, isLegacy, key: typedKey }: NewConnection,
  held: StoredKey | null,
): StoredKey | { readonly fieldReasons: FieldReasons } => {
  const address = parseBaseAddress(typedBase)
  const isKept = typedKey.trim() === '' && 'base' in address && held?.base === address.base
  const read = isKept ? { key: held.key } : parseApiKey(typedKey)
  if ('base' in address && 'key' in read) return { base: address.base, isLegacy, key: read.key }
  const fieldReasons: FieldReasons = {
    ...('problem' in address && { base: [{ reason: address.problem }] }),
    ...('problem' in read && { key: [read.problem] }),
  }
  return { fieldReasons }
}
