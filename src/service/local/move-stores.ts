import { deleteDB, type IDBPDatabase, openDB } from 'idb'
import { namesIn, openOpfsRoot } from '#base/opfs.ts'
import { isEarlierName, scopedName } from '#base/scoped-name.ts'

/** Moves what has plain names, the named databases last. `complain` is told what cannot be moved, which stays where it is. */
export const moveStores = async (
  databases: readonly string[],
  complain: (cause: unknown) => void,
): Promise<void> => {
  const moves = [moveItems, moveFiles, moveCaches, ...databases.map((name) => () => moveDatabase(name))]
  for (const move of moves) await move().catch(complain)
}

const moveItems = async (): Promise<void> => {
  for (const storage of [sessionStorage, localStorage])
    for (const [name, text] of Object.entries<string>({ ...storage })) {
      if (!isEarlierName(name)) continue
      storage.setItem(scopedName(name), text)
      storage.removeItem(name)
    }
}

/** Every browser with OPFS has this method; the types of TypeScript lack it. */
type MovableFile = FileSystemFileHandle & {
  move(folder: FileSystemDirectoryHandle, name: string): Promise<void>
}

const folders = ['sources', 'tracks', 'results', 'packed', 'kept', 'items']

const moveFiles = async (): Promise<void> => {
  const [from, to] = [await navigator.storage.getDirectory(), await openOpfsRoot()]
  for (const name of await namesIn(from))
    if (folders.includes(name)) {
      await moveFolder(
        await from.getDirectoryHandle(name),
        await to.getDirectoryHandle(name, { create: true }),
      )
      await from.removeEntry(name, { recursive: true })
    }
}

const moveFolder = async (from: FileSystemDirectoryHandle, to: FileSystemDirectoryHandle): Promise<void> => {
  for (const name of await namesIn(from)) {
    const file = (await from.getFileHandle(name).catch(() => null)) as MovableFile | null
    if (file) await file.move(to, name)
    else
      await moveFolder(
        await from.getDirectoryHandle(name),
        await to.getDirectoryHandle(name, { create: true }),
      )
  }
}

const moveCaches = async (): Promise<void> => {
  // Those of builds are the service worker's.
  const isMine = (name: string) => isEarlierName(name) && !/^clearcut-(next-)?shell/.test(name)
  for (const name of (await caches.keys()).filter(isMine)) {
    const [from, to] = [await caches.open(name), await caches.open(scopedName(name))]
    for (const request of await from.keys()) {
      const response = await from.match(request)
      if (response) await to.put(request, response)
    }
    await caches.delete(name)
  }
}

const moveDatabase = async (name: string): Promise<void> => {
  const from: IDBPDatabase = await openDB(name)
  const stores = [...from.objectStoreNames]
  const to = await openDB(scopedName(name), from.version, {
    upgrade: (fresh) => {
      for (const store of stores) copyShape(from, fresh, store)
    },
  })
  for (const store of stores) {
    const hasKeys = from.transaction(store).store.keyPath === null
    for (const key of await from.getAllKeys(store))
      await to.put(store, await from.get(store, key), hasKeys ? key : undefined)
  }
  from.close()
  to.close()
  // Tabs of an earlier version close it when they hear of that; nothing waits for them.
  deleteDB(name).catch(() => {})
}

const copyShape = (from: IDBPDatabase, fresh: IDBPDatabase, name: string): void => {
  const { store: old } = from.transaction(name)
  const store = fresh.createObjectStore(name, { keyPath: old.keyPath, autoIncrement: old.autoIncrement })
  for (const index of old.indexNames) {
    const { keyPath, unique, multiEntry } = old.index(index)
    store.createIndex(index, keyPath, { unique, multiEntry })
  }
}
