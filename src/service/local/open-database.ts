import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { memoizePromise } from '#base/promises.ts'

/**
 * Opens an IndexedDB database when it is first needed, and again after the browser closed it. `upgrade` creates the
 * stores of version 1. The returned function rejects where the browser refuses storage.
 */
export const openDatabase = <S extends DBSchema>(
  name: string,
  upgrade: (database: IDBPDatabase<S>) => void,
): (() => Promise<IDBPDatabase<S>>) => {
  const database = memoizePromise(() =>
    openDB<S>(name, 1, {
      upgrade,
      // Another tab waits for this one to close the database, to delete or upgrade it.
      blocking: (_version, _next, event) => {
        database.forget()
        ;(event.target as IDBDatabase).close()
      },
      terminated: () => database.forget(),
    }),
  )
  return database
}
