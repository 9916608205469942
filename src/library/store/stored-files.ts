import { isMissing, namesIn, type OpenRoot, openFolder, openOpfsRoot, orNull, splitPath } from '#base/opfs.ts'

/** The path of a file by hash, stored once for all users. */
export const filePath = (hash: string): string => `files/${hash}`

/** Files in the origin private file system, by path. */
export interface StoredFiles {
  /** The file at a path, unread; null if there is none. */
  read(path: string): Promise<File | null>
  /** The names in a folder; empty if it does not exist. */
  names(folder: string): Promise<readonly string[]>
  /** Writes a file. Rejects as the browser does, and with the reason of `signal`; then no file is left. */
  write(path: string, content: Blob, signal?: AbortSignal): Promise<void>
  /** Deletes a file, or a folder with its content. False if a worker has it open. */
  remove(path: string): Promise<boolean>
}

/** `openRoot` resolves with the root folder; it rejects if the browser refuses storage. */
export const opfsFiles = (openRoot: OpenRoot = openOpfsRoot): StoredFiles => {
  const folder = (path: string, create = false) => openFolder(path, { create, openRoot })
  const remove = async (path: string): Promise<boolean> => {
    const [parent, name] = splitPath(path)
    try {
      await (await folder(parent)).removeEntry(name, { recursive: true })
      return true
    } catch (thrown) {
      return isMissing(thrown)
    }
  }
  return {
    read: async (path) => {
      const [parent, name] = splitPath(path)
      return orNull(folder(parent).then(async (found) => (await found.getFileHandle(name)).getFile()))
    },
    names: async (path) => {
      const found = await orNull(folder(path))
      return found ? (await namesIn(found)).sort() : []
    },
    write: async (path, content, signal) => {
      const [parent, name] = splitPath(path)
      try {
        const handle = await (await folder(parent, true)).getFileHandle(name, { create: true })
        await content.stream().pipeTo(await handle.createWritable(), signal && { signal })
      } catch (thrown) {
        await remove(path)
        throw thrown
      }
    },
    remove,
  }
}
