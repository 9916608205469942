const knownName = /\.(jpe?g|jfif|png|webp|hei[cf]|avif|gif|bmp|tiff?|mp4|m4v|mov|webm|mkv)$/i

export type Dropped = {
  readonly files: readonly File[]
  /** The names of files and folders that could not be opened. */
  readonly unopened: readonly string[]
}

/**
 * The files of a drop or paste, those of dropped folders too. From folders only files named like
 * pictures or videos are taken, since nobody chose each of them; what was dropped itself is always taken, so that
 * it can be told why it does not work. What cannot be opened keeps nothing else from coming in. Never rejects.
 */
export async function droppedFiles(transfer: Pick<DataTransfer, 'items' | 'files'>): Promise<Dropped> {
  // The list of items is emptied as soon as this event is over: take all entries first.
  const entries = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  if (entries.length === 0) return { files: [...transfer.files], unopened: [] }
  return joined(
    await Promise.all(
      entries.map(({ entry, file }) =>
        entry?.isDirectory ? openEntry(entry) : { files: file ? [file] : [], unopened: [] },
      ),
    ),
  )
}

async function openEntry(entry: FileSystemEntry): Promise<Dropped> {
  try {
    if (isFile(entry)) return { files: knownName.test(entry.name) ? [await fileOf(entry)] : [], unopened: [] }
    return isFolder(entry) ? await openFolder(entry) : nothing
  } catch {
    return { files: [], unopened: [entry.name] }
  }
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** A reader gives at most 100 entries a call, and none when it is done. One that breaks off has given what it gave. */
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
  return joined([{ files: [], unopened }, ...(await Promise.all(entries.map(openEntry)))])
}

const nothing: Dropped = { files: [], unopened: [] }

const joined = (parts: readonly Dropped[]): Dropped => ({
  files: parts.flatMap(({ files }) => files),
  unopened: parts.flatMap(({ unopened }) => unopened),
})

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
