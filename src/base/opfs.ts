import { maxIndexedBytes, openIndexedRoot } from './indexed-files.ts'
import { scopedName } from './scoped-name.ts'

/** Opens the root folder of all paths; rejects if the browser stores no files for this page. */
export type OpenRoot = () => Promise<FileSystemDirectoryHandle>

/**
 * The studio's root in the origin private file system (WHATWG, File System). Private windows of Firefox and Safari lack
 * it, and Safari before 26 lacks writable streams; they get files in IndexedDB.
 */
export const openOpfsRoot: OpenRoot = async () => {
  try {
    if (!('createWritable' in FileSystemFileHandle.prototype)) throw new Error('no streams into files')
    return await studioFolder(await navigator.storage.getDirectory())
  } catch (refused) {
    // On a full disk IndexedDB has no room either.
    if (refused instanceof DOMException && refused.name === 'QuotaExceededError') throw refused
    const root = await openIndexedRoot().catch(() => {
      throw refused
    })
    limitBytes = maxIndexedBytes
    return root
  }
}

/** A studio below a path of the origin has a folder of its own. */
const studioFolder = async (root: FileSystemDirectoryHandle): Promise<FileSystemDirectoryHandle> => {
  const plain = 'studio'
  const name = scopedName(plain)
  return name === plain ? root : root.getDirectoryHandle(name, { create: true })
}

let limitBytes: number | null = null

/** The limit of all files together in bytes; null if only the browser limits them, or nothing was opened yet. */
export const fileLimitBytes = (): number | null => limitBytes

/** The folder at `path` (`tracks/a/b`). `create` makes missing folders; without it they reject. */
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

/** Splits a path into its folder, empty for the root, and file name. */
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

/** The result of `work`; null if a file or folder does not exist. */
export const orNull = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((thrown: unknown) => {
    if (isMissing(thrown)) return null
    throw thrown
  })

/** Every browser with OPFS has `move`; TypeScript's types lack it. */
type MovableFile = FileSystemFileHandle & { move(name: string): Promise<void> }

type WholeFile = {
  /** The name during the write. */
  readonly partName: string
  readonly name: string
}

/**
 * Writes a file completely or not at all: a new handle creates an empty file at once, so the content is written as
 * `partName` and renamed at the end. A failed write leaves no file.
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
