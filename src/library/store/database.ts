import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb'
import { memoizePromise } from '#base/promises.ts'
import { databaseName } from '#base/scoped-name.ts'
import type { JobId } from '#contract/ids.ts'

/**
 * What the studio keeps in IndexedDB, all in one database: a record of another shape is read by nobody, so values are
 * plain until their store has parsed them.
 */
interface Stores extends DBSchema {
  /** Items of the lists of pages, by id. */
  items: { key: string; value: { readonly id: string } }
  /** Jobs of videos of this device, by their own id. */
  jobs: { key: JobId; value: { readonly job: { readonly id: JobId } } }
  /** What is large in a job and never changes, apart, so that progress does not write it. */
  jobExtras: { key: JobId; value: object }
  /** Edits by the hash of their file: `at` in milliseconds since 1970. */
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

/** The database while it is open. */
export type Database = IDBPDatabase<Stores>

/** Opens the database when it is first needed. Rejects where the browser refuses storage. */
export type OpenDatabase = () => Promise<Database>

/**
 * The database, which is opened when it is first needed, and again after the browser closed it.
 */
export const openDatabase = (name = 'clearcut'): OpenDatabase =>
  openStores<Stores>(name, (fresh) => {
    fresh.createObjectStore('items', { keyPath: 'id' })
    fresh.createObjectStore('jobs', { keyPath: 'job.id' })
    fresh.createObjectStore('jobExtras')
    fresh.createObjectStore('edits', { keyPath: 'hash' }).createIndex('at', 'at')
    fresh.createObjectStore('credits')
    fresh.createObjectStore('activities', { keyPath: 'id' })
  })

/** Opens a database as `openDatabase` does; `createStores` makes its stores where it is new. */
export const openStores = <S extends DBSchema>(
  name: string,
  createStores: (fresh: IDBPDatabase<S>) => void,
): (() => Promise<IDBPDatabase<S>>) => {
  const database = memoizePromise(() =>
    openDB<S>(databaseName(name), 1, {
      upgrade: createStores,
      // Another tab waits for this one to close the database, to delete it.
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
 * Changes `stores` in one transaction: it takes effect as a whole, or not at all where `work` throws or rejects. `work`
 * begins in the same task, and may wait for the transaction only.
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
      // It has ended already.
    }
    throw thrown
  }
}
