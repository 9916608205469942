import type { DBSchema } from 'idb'
import { heldDatabase } from './held-database.ts'

/** Credits by calendar month, `2026-08`. Both methods reject where nothing can be stored. */
export interface CreditLedger {
  read(month: string): Promise<number>
  /** `credits` below zero gives them back; no month falls below nothing. */
  add(month: string, credits: number): Promise<void>
}

interface LedgerSchema extends DBSchema {
  credits: { key: string; value: number }
}

/** Kept in this browser for all its tabs. Earlier months are forgotten. */
export const indexedDbLedger = (): CreditLedger => {
  const database = heldDatabase<LedgerSchema>('clearcut-account', (fresh) => {
    fresh.createObjectStore('credits')
  })
  return {
    read: async (month) => (await (await database()).get('credits', month)) ?? 0,
    add: async (month, credits) => {
      // One transaction, so that two tabs never count over each other.
      const transaction = (await database()).transaction('credits', 'readwrite')
      const { store } = transaction
      const used = (await store.get(month)) ?? 0
      await Promise.all([
        store.delete(IDBKeyRange.upperBound(month, true)),
        store.put(Math.max(0, used + credits), month),
        transaction.done,
      ])
    },
  }
}
