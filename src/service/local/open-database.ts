import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { memoizePromise } from '#base/shared-promise.ts'

/**
 * A database of this browser's, opened when first needed and again after it was lost. `upgrade` makes
 * the stores of its first version. The opener rejects where nothing can be stored.
 */
export const openDatabase = <S extends DBSchema>(
  name: string,
  upgrade: (database: IDBPDatabase<S>) => void,
): (() => Promise<IDBPDatabase<S>>) => {
  const database = memoizePromise(() =>
    openDB<S>(name, 1, {
      upgrade,
      // Another tab wants to delete or upgrade the database and waits for this one.
      blocking: (_version, _next, event) => {
        database.forget()
        ;(event.target as IDBDatabase).close()
      },
      terminated: () => database.forget(),
    }),
  )
  return database
}
