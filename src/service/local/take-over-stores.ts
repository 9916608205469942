import { deleteDB, type IDBPDatabase, openDB } from 'idb'
import { namesIn, openOpfsRoot } from '#base/opfs.ts'
import { isPlainName, scopedName } from '#base/scoped-name.ts'
import { withDeadline } from '#base/stall-watchdog.ts'

/** A browser whose storage has not answered by then opens the studio without what earlier versions stored. */
const slowestAnswerMs = 3000

/** Opened on every visit, so that its database says that this studio has been here. */
const lastDatabase = 'clearcut-jobs'

/**
 * Moves what a studio below a path stored under plain names, before names held the path, to its own names: finished clips,
 * edits, settings, networks. It does so on its first visit of this version, and not where a studio at the root of the origin
 * has been opened, whose names these are. Of several studios below paths, which shared all of it, the first takes it.
 * Never rejects: what cannot be moved stays where it is.
 */
export const takeOverStores = async (): Promise<void> => {
  if (isPlainName(scopedName(''))) return
  const plain = await withDeadline({ limitMs: slowestAnswerMs, reason: () => null }, plainDatabases).catch(
    () => null,
  )
  if (!plain) return
  for (const move of [moveItems, moveFiles, moveCaches, ...plain.map((name) => () => moveDatabase(name))])
    await move().catch((cause: unknown) => console.warn('Not taken over from an earlier version:', cause))
}

/** Null where there is nothing to take over; the last one ends what was begun. */
const plainDatabases = async (): Promise<readonly string[] | null> => {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name)
  if (names.includes(scopedName(lastDatabase)) || (await caches.match(rootPage))) return null
  const isLast = (name: string) => Number(name === lastDatabase)
  return names.filter(isEarlier).sort((one, other) => isLast(one) - isLast(other))
}

const rootPage = '/index.html'

const isEarlier = (name: string): boolean => name.startsWith('clearcut') && isPlainName(name)

const moveItems = async (): Promise<void> => {
  for (const storage of [sessionStorage, localStorage])
    for (const [name, text] of Object.entries<string>({ ...storage })) {
      if (!isEarlier(name)) continue
      storage.setItem(scopedName(name), text)
      storage.removeItem(name)
    }
}

/** Every browser with OPFS has this method; the types of TypeScript lack it. */
type MovableFile = FileSystemFileHandle & {
  move(folder: FileSystemDirectoryHandle, name: string): Promise<void>
}

const folders = ['sources', 'tracks', 'results', 'packed', 'kept']

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
  const isMine = (name: string) => isEarlier(name) && !/^clearcut-(next-)?shell/.test(name)
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
