import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb'
import { memoizePromise } from '#base/promises.ts'
import { databaseName } from '#base/scoped-name.ts'
import type { JobId } from '#contract/ids.ts'

/**
 * The IndexedDB stores of the studio. Records of other versions are not read, so values are unvalidated until parsed.
 */
interface Stores extends DBSchema {
  /** Items of all lists, by id. */
  items: { key: string; value: { readonly id: string } }
  /** Jobs of this device's videos, by id. */
  jobs: { key: JobId; value: { readonly job: { readonly id: JobId } } }
  /** Large constant parts of jobs, separate so that progress does not rewrite them. */
  jobExtras: { key: JobId; value: object }
  /** Edits by file hash; `at` in milliseconds since 1970. */
  edits: {
    key: string
    value: { readonly hash: string; readonly at: number; readonly edits: unknown }
    indexes: { at: number }
  }
  /** Credits by calendar month. */
  credits: { key: string; value: number }
  /** The activity log, by id. */
  activities: { key: string; value: { readonly id: string } }
}

export type Database = IDBPDatabase<Stores>

/** Opens the database on first use. Rejects if the browser refuses storage. */
export type OpenDatabase = () => Promise<Database>

/** Opens the database on first use, and again after the browser closed it. */
export const openDatabase = (name = 'clearcut'): OpenDatabase =>
  openStores<Stores>(name, (fresh) => {
    fresh.createObjectStore('items', { keyPath: 'id' })
    fresh.createObjectStore('jobs', { keyPath: 'job.id' })
    fresh.createObjectStore('jobExtras')
    fresh.createObjectStore('edits', { keyPath: 'hash' }).createIndex('at', 'at')
    fresh.createObjectStore('credits')
    fresh.createObjectStore('activities', { keyPath: 'id' })
  })

/** Opens a database, as `openDatabase`; `createStores` creates its stores if it is new. */
export const openStores = <S extends DBSchema>(
  name: string,
  createStores: (fresh: IDBPDatabase<S>) => void,
): (() => Promise<IDBPDatabase<S>>) => {
  const database = memoizePromise(() =>
    openDB<S>(databaseName(name), 1, {
      upgrade: createStores,
      // Another tab waits for this connection to close, to delete the database.
      blocking: (_version, _next, event) => {
        database.forget()
        ;(event.target as IDBDatabase).close()
      },
      terminated: () => database.forget(),
    }),
  )
  return database
}

/**
 * Changes `stores` in one transaction, which is rolled back if `work` throws or rejects. `work` starts in the same
 * task, and may await the transaction only.
 */
export const changeStores = async <S extends DBSchema, Names extends StoreNames<S>[], T>(
  database: IDBPDatabase<S>,
  stores: [...Names],
  work: (transaction: IDBPTransaction<S, [...Names], 'readwrite'>) => Promise<T>,
): Promise<T> => {
  const transaction = database.transaction(stores, 'readwrite')
  transaction.done.catch(() => {})
  try {
    const result = await work(transaction)
    await transaction.done
    return result
  } catch (thrown) {
    try {
      transaction.abort()
    } catch {
      // The transaction has already ended.
    }
    throw thrown
  }
}
