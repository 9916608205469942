import type { DBSchema, IDBPDatabase } from 'idb'
import { openStores } from './database.ts'

/**
 * Stores of recipes and batches, separate from `clearcut`, which earlier releases also open. Values are unvalidated
 * until parsed.
 */
interface BatchStores extends DBSchema {
  /** Saved recipes; `order` is the sort key, ascending. */
  recipes: { key: string; value: { readonly id: string } }
  /** Batches: their source, target, plan and state. */
  batches: { key: string; value: { readonly id: string } }
  /** Results of a batch's files, by batch and path. */
  batchFiles: {
    key: [batchId: string, path: string]
    value: { readonly batchId: string; readonly path: string }
    indexes: { batch: string }
  }
}

/** The open database of recipes and batches; `changeStores` changes it. */
export type BatchDatabase = IDBPDatabase<BatchStores>

/** Opens the database of recipes and batches on first use. Rejects if the browser refuses storage. */
export const openBatchDatabase = (name = 'clearcut-batches'): (() => Promise<BatchDatabase>) =>
  openStores<BatchStores>(name, (fresh) => {
    fresh.createObjectStore('recipes', { keyPath: 'id' })
    fresh.createObjectStore('batches', { keyPath: 'id' })
    fresh.createObjectStore('batchFiles', { keyPath: ['batchId', 'path'] }).createIndex('batch', 'batchId')
  })
