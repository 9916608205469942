import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { memoizePromise } from '#base/promises.ts'

/**
 * Opens an IndexedDB database when it is first needed, and again after the browser closed it. `upgrade` creates the
 * stores that a database of version `from` lacks, 0 where there is none. The returned function rejects where the browser
 * refuses storage.
 */
export const openDatabase = <S extends DBSchema>(
  name: string,
  upgrade: (database: IDBPDatabase<S>, from: number) => void,
  version = 1,
): (() => Promise<IDBPDatabase<S>>) => {
  const database = memoizePromise(() =>
    openDB<S>(name, version, {
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
