import { namesIn, type OpenRoot, openFolder, openOpfsRoot, writeWhole } from '#base/opfs.ts'
import type { ActivityStore } from './activity-store.ts'

/** Results that are kept on this device. Every method rejects where the browser refuses storage. */
export interface KeptResults {
  /** The result of an entry; null where there is none. */
  read(id: string): Promise<Blob | null>
  write(id: string, result: Blob): Promise<void>
  /** Deletes the result of an entry, if there is one. */
  delete(id: string): Promise<void>
  list(): Promise<readonly string[]>
  /** Deletes the files that a closed page left unfinished. Call it only while no tab writes. */
  deleteUnfinished(): Promise<void>
  /** The bytes that the browser still grants to this page. */
  freeBytes(): Promise<number>
}

/** Results in the folder `kept` of the browser's file system. File names hold the MIME type. */
export const opfsResults = (openRoot: OpenRoot = openOpfsRoot): KeptResults => {
  const folder = () => openFolder('kept', { create: true, openRoot })
  const names = async (isPart = false) =>
    (await namesIn(await folder())).filter((name) => name.startsWith(partPrefix) === isPart)
  const nameOf = async (id: string) => (await names()).find((name) => idOf(name) === id)
  const remove = async (id: string) => {
    const name = await nameOf(id)
    if (name !== undefined) await (await folder()).removeEntry(name)
  }
  return {
    read: async (id) => {
      const name = await nameOf(id)
      if (name === undefined) return null
      const file = await (await (await folder()).getFileHandle(name)).getFile()
      return file.slice(0, file.size, typeOf(name))
    },
    write: async (id, result) =>
      writeWhole(
        await folder(),
        {
          partName: `${partPrefix}${id}`,
          name: fileName(id, result.type),
          beforeRename: () => remove(id),
        },
        result,
      ),
    delete: remove,
    list: async () => (await names()).map(idOf),
    deleteUnfinished: async () => {
      for (const name of await names(true)) await (await folder()).removeEntry(name)
    },
    freeBytes: async () => {
      const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await navigator.storage.estimate()
      return Math.max(0, quota - usage)
    },
  }
}

/** The prefix of files that are not complete yet; no id begins with it. */
const partPrefix = 'part.'

/** `<id>.image~png`: an id has no dot, a MIME type no tilde. */
const fileName = (id: string, type: string) =>
  `${id}.${/^[\w.+-]+\/[\w.+-]+/.exec(type)?.[0].replace('/', '~') ?? ''}`

const idOf = (name: string) => name.slice(0, name.indexOf('.'))

const typeOf = (name: string) => name.slice(name.indexOf('.') + 1).replace('~', '/')

/** Results in memory, for the life of the page. */
export const memoryResults = (): KeptResults => {
  const results = new Map<string, Blob>()
  return {
    read: async (id) => results.get(id) ?? null,
    write: async (id, result) => {
      results.set(id, result)
    },
    delete: async (id) => {
      results.delete(id)
    },
    list: async () => [...results.keys()],
    deleteUnfinished: async () => {},
    freeBytes: async () => Number.POSITIVE_INFINITY,
  }
}

/**
 * Deletes kept results without an entry, which a page leaves that is closed while it keeps a result. Call it only while
 * no tab keeps a result. Rejects where the entries or the results cannot be read.
 */
export const deleteOrphanedResults = async (
  store: Pick<ActivityStore, 'list' | 'ids'>,
  results: KeptResults,
): Promise<void> => {
  // An entry that cannot be read may have a result.
  const known = new Set(await store.ids())
  for (const { id, isKept } of await store.list()) if (!isKept) known.delete(id)
  await results.deleteUnfinished()
  for (const id of await results.list()) if (!known.has(id)) await results.delete(id)
}
