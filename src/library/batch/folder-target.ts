import { isMissing, orNull } from '#base/opfs.ts'
import { splitFolders } from '#library/recipe/output-names.ts'
import { acceptedName } from '#library/sink.ts'
import { oneTabAtATime } from './folder-rights.ts'

/** A folder that takes files at paths; folders are made as they are needed. All methods reject as the browser does. */
export interface FolderTarget {
  /** The path, in which a name that the folder refuses is another one. */
  accept(path: string): Promise<string>
  /** The file at a path; null where there is none. It is empty where a page was killed that had begun to write it. */
  find(path: string): Promise<File | null>
  /** Deletes the file at a path if it holds nothing. */
  removeEmpty(path: string): Promise<void>
  /**
   * Writes a file, or resolves with false where another one lies there that `mayReplace` does not let go, also where
   * that came while this one was written. A kill, a full disk or a fault leaves what was there before.
   */
  write(
    path: string,
    content: Blob,
    mayReplace: (found: File) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<boolean>
}

/** Whether a file is as it was when it was looked at. */
export const isSameFile = (
  one: Pick<File, 'size' | 'lastModified'> | null,
  other: Pick<File, 'size' | 'lastModified'> | null,
): boolean => one?.size === other?.size && one?.lastModified === other?.lastModified

const folderAt = async (root: FileSystemDirectoryHandle, folders: string, create: boolean) => {
  let folder = root
  for (const name of folders.split('/').filter(Boolean))
    folder = await folder.getDirectoryHandle(name, { create })
  return folder
}

/** `inTurn` runs `work` while no other tab does. */
export const openFolderTarget = (
  root: FileSystemDirectoryHandle,
  inTurn: typeof oneTabAtATime = oneTabAtATime,
): FolderTarget => {
  const fileIn = async (folder: FileSystemDirectoryHandle, name: string): Promise<File | null> => {
    try {
      return await (await folder.getFileHandle(name)).getFile()
    } catch (thrown) {
      if (isMissing(thrown) || thrown instanceof TypeError) return null
      throw thrown
    }
  }
  const folderOf = async (path: string) => {
    const [folders, name] = splitFolders(path)
    const folder = await folderAt(root, folders, false).catch((thrown: unknown) => {
      if (isMissing(thrown) || thrown instanceof TypeError) return null
      throw thrown
    })
    return { folder, name }
  }
  const removeEmptyIn = async (folder: FileSystemDirectoryHandle, name: string) => {
    if ((await fileIn(folder, name))?.size === 0) await orNull(folder.removeEntry(name))
  }
  return {
    accept: async (path) => {
      const [folders, wanted] = splitFolders(path)
      // What is refused is the name, whichever folder it is for.
      const name = await acceptedName(root, wanted)
      return folders ? `${folders}/${name}` : name
    },
    find: async (path) => {
      const { folder, name } = await folderOf(path)
      return folder && fileIn(folder, name)
    },
    removeEmpty: async (path) => {
      const { folder, name } = await folderOf(path)
      if (folder) await removeEmptyIn(folder, name)
    },
    write: async (path, content, mayReplace, signal) => {
      const [folders, name] = splitFolders(path)
      const folder = await folderAt(root, folders, true)
      const found = await fileIn(folder, name)
      if (found && !(await mayReplace(found))) return false
      let writer: FileSystemWritableFileStream | null = null
      let isWritten = false
      try {
        const handle = await folder.getFileHandle(name, { create: true })
        const before = await handle.getFile()
        if (found ? !isSameFile(found, before) : before.size > 0) return false
        // Browsers write beside the file, and put that in its place when it is closed.
        writer = await handle.createWritable()
        await content.stream().pipeTo(writer, { preventClose: true, signal })
        const open = writer
        isWritten = await inTurn(async () => {
          signal.throwIfAborted()
          if (!isSameFile(await fileIn(folder, name), before)) return false
          await open.close()
          return true
        })
        return isWritten
      } finally {
        if (!isWritten) await writer?.abort().catch(() => {})
        // What the handle made; somebody else's would hold something.
        if (!isWritten && !found) await inTurn(() => removeEmptyIn(folder, name)).catch(() => {})
      }
    },
  }
}
