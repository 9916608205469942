const knownName = /\.(jpe?g|jfif|png|webp|hei[cf]|avif|gif|bmp|tiff?|mp4|m4v|mov|webm|mkv)$/i

/**
 * The files of a drop or paste, those of dropped folders too. From folders only files named like
 * pictures or videos are taken, since nobody chose each of them; what was dropped itself is always taken, so that
 * it can be told why it does not work.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // The list of items is emptied as soon as this event is over: take all entries first.
  const entries = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  if (entries.length === 0) return [...transfer.files]
  const lists = await Promise.all(
    entries.map(({ entry, file }) => (entry?.isDirectory ? filesInFolder(entry) : file ? [file] : [])),
  )
  return lists.flat()
}

async function filesInFolder(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) {
    if (!knownName.test(entry.name)) return []
    return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))]
  }
  if (!isFolder(entry)) return []
  const lists = await Promise.all((await entriesOf(entry)).map(filesInFolder))
  return lists.flat()
}

/** A reader gives at most 100 entries a call, and none when it is done. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0)
      return all.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
    all.push(...some)
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
