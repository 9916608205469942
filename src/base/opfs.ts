import { maxIndexedBytes, openIndexedRoot } from './indexed-files.ts'
import { scopedName } from './scoped-name.ts'

/** Opens the folder that all paths start from; rejects where the browser keeps no files for this page. */
export type OpenRoot = () => Promise<FileSystemDirectoryHandle>

/**
 * The studio's root in the origin private file system (WHATWG, File System). Private windows of Firefox and Safari have
 * none, and Safari before 26 has no streams into its files: there, files are in IndexedDB.
 */
export const openOpfsRoot: OpenRoot = async () => {
  try {
    if (!('createWritable' in FileSystemFileHandle.prototype)) throw new Error('no streams into files')
    return await studioFolder(await navigator.storage.getDirectory())
  } catch (refused) {
    // A full disk is no reason to keep files elsewhere: there is no room for them either.
    if (refused instanceof DOMException && refused.name === 'QuotaExceededError') throw refused
    const root = await openIndexedRoot().catch(() => {
      throw refused
    })
    limitBytes = maxIndexedBytes
    return root
  }
}

/** Files of a studio below a path have a folder of their own below the root of the origin. */
const studioFolder = async (root: FileSystemDirectoryHandle): Promise<FileSystemDirectoryHandle> => {
  const plain = 'studio'
  const name = scopedName(plain)
  return name === plain ? root : root.getDirectoryHandle(name, { create: true })
}

let limitBytes: number | null = null

/** Bytes that all files together may have; null where the browser alone limits them, or none were opened yet. */
export const fileLimitBytes = (): number | null => limitBytes

/** The folder at `path` (`tracks/a/b`) below the root. With `create`, missing folders are made; else it rejects. */
export const openFolder = async (
  path: string,
  {
    create = false,
    openRoot = openOpfsRoot,
  }: { readonly create?: boolean; readonly openRoot?: OpenRoot } = {},
): Promise<FileSystemDirectoryHandle> => {
  let folder = await openRoot()
  for (const name of path.split('/').filter(Boolean))
    folder = await folder.getDirectoryHandle(name, { create })
  return folder
}

/** A path's folder, empty for the root, and the name of its file. */
export const splitPath = (path: string): readonly [folder: string, name: string] => {
  const end = path.lastIndexOf('/')
  return [path.slice(0, Math.max(0, end)), path.slice(end + 1)]
}

/** The names of all files and folders in a folder. */
export const namesIn = async (folder: FileSystemDirectoryHandle): Promise<string[]> => {
  const names: string[] = []
  for await (const name of folder.keys()) names.push(name)
  return names
}

/** Whether an exception means that a file or folder does not exist. */
export const isMissing = (thrown: unknown): boolean =>
  thrown instanceof DOMException && (thrown.name === 'NotFoundError' || thrown.name === 'TypeMismatchError')

/** The result of `work`; null where a file or folder does not exist. */
export const orNull = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((thrown: unknown) => {
    if (isMissing(thrown)) return null
    throw thrown
  })

/** Every browser with OPFS has this method; the types of TypeScript lack it. */
type MovableFile = FileSystemFileHandle & { move(name: string): Promise<void> }

type WholeFile = {
  /** Its name while it is being written. */
  readonly partName: string
  readonly name: string
}

/**
 * Writes a file so that it exists completely or not at all. Opening a handle creates an empty file at once, so the
 * content is written under `partName` and renamed at the end. A write that fails leaves no file.
 */
export const writeWhole = async (
  folder: FileSystemDirectoryHandle,
  { partName, name }: WholeFile,
  content: Blob,
): Promise<void> => {
  try {
    const file = await folder.getFileHandle(partName, { create: true })
    await content.stream().pipeTo(await file.createWritable())
    await (file as MovableFile).move(name)
  } catch (thrown) {
    await folder.removeEntry(partName).catch(() => {})
    throw thrown
  }
}
