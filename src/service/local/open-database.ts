import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/**
 * A database of this browser's, opened when first needed and again after it was lost. `upgrade` makes
 * the stores of its first version. The opener rejects where nothing can be stored.
 */
export const openDatabase = <S extends DBSchema>(
  name: string,
  upgrade: (database: IDBPDatabase<S>) => void,
): (() => Promise<IDBPDatabase<S>>) => {
  let held: Promise<IDBPDatabase<S>> | undefined
  const forget = () => {
    held = undefined
  }
  const open = () =>
    openDB<S>(name, 1, {
      upgrade,
      // Another tab wants to delete or upgrade the database and waits for this one.
      blocking: (_version, _next, event) => {
        forget()
        ;(event.target as IDBDatabase).close()
      },
      terminated: forget,
    })
  return () => {
    held ??= open().catch((cause: unknown) => {
      forget()
      throw cause
    })
    return held
  }
}
