import { namesIn, type OpenRoot, openFolder, openOpfsRoot, writeWhole } from '#base/opfs.ts'
import type { ActivityStore } from './activity-store.ts'

/** Results that stay on this device. Every method rejects where the browser keeps no files. */
export interface KeptResults {
  /** Null where there is none. */
  read(id: string): Promise<Blob | null>
  write(id: string, result: Blob): Promise<void>
  /** Nothing where there is none. */
  delete(id: string): Promise<void>
  list(): Promise<readonly string[]>
  /** What a page left half-written when it was closed; only while no tab writes. */
  deleteUnfinished(): Promise<void>
  /** Bytes that the browser still grants. */
  freeBytes(): Promise<number>
}

/** In the browser's own file system, below `kept`. The type of a result is a part of its file's name. */
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

/** Of what is still being written; no id begins so. */
const partPrefix = 'part.'

/** `<id>.image~png`: an id has no dot, a type no tilde. */
const fileName = (id: string, type: string) =>
  `${id}.${/^[\w.+-]+\/[\w.+-]+/.exec(type)?.[0].replace('/', '~') ?? ''}`

const idOf = (name: string) => name.slice(0, name.indexOf('.'))

const typeOf = (name: string) => name.slice(name.indexOf('.') + 1).replace('~', '/')

/** Lives as long as the page. */
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
 * Deletes the kept results that no entry tells of, for nobody could find them again: those of a page that was closed
 * while it kept them. Only while nothing is being kept. Rejects where the entries or the results cannot be read.
 */
export const deleteOrphanedResults = async (
  store: Pick<ActivityStore, 'list'>,
  results: KeptResults,
): Promise<void> => {
  const entries = await store.list()
  const known = new Set(entries.filter(({ isKept }) => isKept).map(({ id }) => id))
  await results.deleteUnfinished()
  for (const id of await results.list()) if (!known.has(id)) await results.delete(id)
}
