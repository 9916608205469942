import { isMissing, orNull } from '#base/opfs.ts'
import { splitFolders } from '#library/recipe/output-names.ts'
import { acceptedName } from '#library/sink.ts'
import { oneTabAtATime } from './folder-rights.ts'

/** Writes files at paths of a folder, and makes the subfolders. All methods reject as the browser does. */
export interface FolderTarget {
  /** The path with its name changed if the folder refuses it. */
  accept(path: string): Promise<string>
  /** The file at a path; null if there is none. It is empty if a page was killed while writing it. */
  find(path: string): Promise<File | null>
  /** Deletes the file at a path if it is empty. */
  removeEmpty(path: string): Promise<void>
  /**
   * Writes a file. Resolves with false if another file is there, or arrives during the writing, that `mayReplace`
   * refuses. After a kill, a full disk or a fault the previous file remains.
   */
  write(
    path: string,
    content: Blob,
    mayReplace: (found: File) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<boolean>
}

/** Whether size and date are unchanged. */
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

/** `inTurn` runs `work` under a lock of all tabs. */
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
      // The root's answer holds for every folder: only the name is refused.
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
        // Browsers write to a temporary file, which replaces this one on closing.
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
        // An empty file is the one that this call created; a foreign file would have content.
        if (!isWritten && !found) await inTurn(() => removeEmptyIn(folder, name)).catch(() => {})
      }
    },
  }
}
