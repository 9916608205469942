import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  openDB,
  type StoreKey,
  type StoreNames,
  type StoreValue,
} from 'idb'
import { memoizePromise } from '#base/promises.ts'
import { databaseName } from '#base/scoped-name.ts'

/**
 * Opens an IndexedDB database when it is first needed, and again after the browser closed it. `create` creates its stores.
 * The returned function rejects where the browser refuses storage.
 */
export const openDatabase = <S extends DBSchema>(
  name: string,
  create: (database: IDBPDatabase<S>) => void,
): (() => Promise<IDBPDatabase<S>>) => {
  const database = memoizePromise(() =>
    openDB<S>(databaseName(name), 1, {
      upgrade: create,
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
 * Runs `work`, which changes `stores`, in one transaction that takes effect as a whole or, where `work` throws or rejects,
 * not at all. `work` begins in the same task, and may wait for the transaction only.
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

/**
 * Changes the records of some keys in one transaction, all or none; those for which `change` gives null stay as they are. The
 * browser completes it even where the page is left before it hears so.
 */
export const changeRecords = <S extends DBSchema, Name extends StoreNames<S>>(
  database: IDBPDatabase<S>,
  name: Name,
  keys: readonly StoreKey<S, Name>[],
  change: (record: StoreValue<S, Name> | undefined) => StoreValue<S, Name> | null,
): Promise<void> =>
  changeStores(database, [name], async (changing) => {
    const store = changing.objectStore(name)
    const found = await Promise.all(keys.map((key) => store.get(key)))
    const changed = found.map(change).filter((record) => record !== null)
    const work = changed.map((record) => store.put(record))
    changing.commit()
    await Promise.all(work)
  })
