import { nameEndings } from '#contract/file-kinds.ts'

/**
 * Excludes hidden files, which begin with a dot, such as the `._` files that macOS writes on disks of other systems.
 */
const knownName = new RegExp(`^[^.].*\\.(${nameEndings({ withRaw: false }).join('|')})$`, 'i')

/** Files that systems put into folders. */
const hiddenName = /^(\.|thumbs\.db$|desktop\.ini$)/i

/** The contents of a drop or paste. */
export type Dropped = {
  readonly files: readonly File[]
  /** Names of files and folders that could not be opened. */
  readonly unopened: readonly string[]
  /** The number of files in folders that were left out for their names, without hidden ones. */
  readonly leftOut: number
}

/**
 * The files of a drop or paste, including those in dropped folders. A folder contributes only visible files named like
 * pictures or videos. A directly dropped file is always included, so that the user learns if it is unsuitable. Files
 * that cannot be opened are only listed. Never rejects.
 */
export async function droppedFiles(transfer: Pick<DataTransfer, 'items' | 'files'>): Promise<Dropped> {
  // The browser empties the list of items after this event, so read all entries first.
  const entries = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  if (entries.length === 0) return { ...nothing, files: [...transfer.files] }
  return joined(
    await Promise.all(
      entries.map(({ entry, file }) =>
        entry?.isDirectory ? openEntry(entry) : { ...nothing, files: file ? [file] : [] },
      ),
    ),
  )
}

async function openEntry(entry: FileSystemEntry): Promise<Dropped> {
  try {
    if (isFile(entry) && knownName.test(entry.name)) return { ...nothing, files: [await fileOf(entry)] }
    if (isFile(entry)) return { ...nothing, leftOut: hiddenName.test(entry.name) ? 0 : 1 }
    return isFolder(entry) ? await openFolder(entry) : nothing
  } catch {
    return { ...nothing, unopened: [entry.name] }
  }
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/**
 * Each call of a reader returns at most 100 entries, and none at the end. If one fails, the earlier entries are kept.
 */
async function openFolder(folder: FileSystemDirectoryEntry): Promise<Dropped> {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  const unopened: string[] = []
  const readSome = () =>
    new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject)).catch(() => {
      unopened.push(folder.name)
      return []
    })
  for (let some = await readSome(); some.length > 0; some = await readSome()) entries.push(...some)
  entries.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
  return joined([{ ...nothing, unopened }, ...(await Promise.all(entries.map(openEntry)))])
}

const nothing: Dropped = { files: [], unopened: [], leftOut: 0 }

const joined = (parts: readonly Dropped[]): Dropped => ({
  files: parts.flatMap(({ files }) => files),
  unopened: parts.flatMap(({ unopened }) => unopened),
  leftOut: parts.reduce((sum, { leftOut }) => sum + leftOut, 0),
})

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
