import { type DBSchema, openDB } from 'idb'

/** Credits by calendar month, `2026-08`. Both methods reject where nothing can be stored. */
export interface CreditLedger {
  read(month: string): Promise<number>
  add(month: string, credits: number): Promise<void>
}

interface LedgerSchema extends DBSchema {
  credits: { key: string; value: number }
}

/** Kept in this browser for all its tabs; opened when first needed. Earlier months are forgotten. */
export const indexedDbLedger = (): CreditLedger => {
  let held: ReturnType<typeof open> | undefined
  const open = () =>
    openDB<LedgerSchema>('clearcut-account', 1, {
      upgrade: (database) => {
        database.createObjectStore('credits')
      },
      // Another tab wants to delete or upgrade the database and waits for this one.
      blocking: (_version, _next, event) => {
        held = undefined
        ;(event.target as IDBDatabase).close()
      },
      terminated: () => {
        held = undefined
      },
    })
  const database = () => {
    held ??= open().catch((cause: unknown) => {
      held = undefined
      throw cause
    })
    return held
  }
  return {
    read: async (month) => (await (await database()).get('credits', month)) ?? 0,
    add: async (month, credits) => {
      // One transaction, so that two tabs never count over each other.
      const transaction = (await database()).transaction('credits', 'readwrite')
      const { store } = transaction
      const used = (await store.get(month)) ?? 0
      await Promise.all([
        store.delete(IDBKeyRange.upperBound(month, true)),
        store.put(used + credits, month),
        transaction.done,
      ])
    },
  }
}
