import { isMissing, namesIn, type OpenRoot, openFolder, openOpfsRoot, orNull, splitPath } from '#base/opfs.ts'

/** Where a file is that was given to the studio, or is kept with an item: once, whoever has it. */
export const filePath = (hash: string): string => `files/${hash}`

/** Files in the browser's file system by their path. */
export interface StoredFiles {
  /** The file at a path, without reading it; null where there is none. */
  read(path: string): Promise<File | null>
  /** The names in a folder; none where it does not exist. */
  names(folder: string): Promise<readonly string[]>
  /** Writes a file. Rejects as the browser does, and with the reason of `signal`; then there is no file. */
  write(path: string, content: Blob, signal?: AbortSignal): Promise<void>
  /** Deletes a file, or a folder with all that is in it. Returns false where a worker still has it open. */
  remove(path: string): Promise<boolean>
}

/** `openRoot` returns the root folder; it rejects where the browser refuses storage. */
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
