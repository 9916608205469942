import type { DBSchema, IDBPDatabase } from 'idb'
import { openStores } from './database.ts'

/**
 * What is kept of recipes and batches, apart from `clearcut`, which earlier releases open too. Values are plain until
 * their store has parsed them.
 */
interface BatchStores extends DBSchema {
  /** Recipes that a person saved; `order` is their place, from the smallest on. */
  recipes: { key: string; value: { readonly id: string } }
  /** Batches that are not at their end, and what they were asked for. */
  batches: { key: string; value: { readonly id: string } }
  /** What became of each file of a batch, by the batch and the path of the file. */
  batchFiles: {
    key: [batchId: string, path: string]
    value: { readonly batchId: string; readonly path: string }
    indexes: { batch: string }
  }
}

/** The database of recipes and batches while it is open; its stores are changed by `changeStores`. */
export type BatchDatabase = IDBPDatabase<BatchStores>

/** Opens the database of recipes and batches when it is first needed. Rejects where the browser refuses storage. */
export const openBatchDatabase = (name = 'clearcut-batches'): (() => Promise<BatchDatabase>) =>
  openStores<BatchStores>(name, (fresh) => {
    fresh.createObjectStore('recipes', { keyPath: 'id' })
    fresh.createObjectStore('batches', { keyPath: 'id' })
    fresh.createObjectStore('batchFiles', { keyPath: ['batchId', 'path'] }).createIndex('batch', 'batchId')
  })
