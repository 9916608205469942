import { distinctNames } from '#base/file-names.ts'
import type { BatchSource } from './batch.ts'

/** A file of a source; it is opened when its turn comes. */
export type SourceFile = {
  /** From the source on, parted by `/`. */
  readonly path: string
  /** The file as it is now. Rejects as the browser does. */
  readonly open: () => Promise<File>
}

/** The folder of the target that takes copies of what cannot be read. */
export const unprocessedFolder = 'unprocessed'

/** Hidden files, what systems put into folders, and what Chromium has not finished writing. */
const noSource = /^\.|^(thumbs\.db|desktop\.ini)$|\.crswap$/i

const inOrder = new Intl.Collator(undefined, { numeric: true })

/** The name of a source, for people. */
export const sourceName = (source: BatchSource): string =>
  source.kind === 'folder' ? source.handle.name : source.name

async function* walk(
  folder: FileSystemDirectoryHandle,
  isLeftOut: (path: string) => boolean,
  before = '',
): AsyncGenerator<SourceFile> {
  for await (const [name, entry] of folder.entries()) {
    const path = `${before}${name}`
    if (noSource.test(name) || isLeftOut(path)) continue
    if (entry.kind === 'file') yield { path, open: () => (entry as FileSystemFileHandle).getFile() }
    else yield* walk(entry as FileSystemDirectoryHandle, isLeftOut, `${path}/`)
  }
}

const pickedFiles = (files: readonly File[]): SourceFile[] => {
  const paths = files.map(({ name, webkitRelativePath }) =>
    webkitRelativePath ? webkitRelativePath.replace(/^[^/]*\//, '') : name,
  )
  return distinctNames(paths).flatMap((path, i) => {
    const file = files[i]
    const isHidden = path.split('/').some((name) => noSource.test(name))
    return file && !isHidden ? [{ path, open: async () => file }] : []
  })
}

/**
 * The files of a source in their natural order, without what is hidden, and without what lies at a path of `isLeftOut`.
 * Rejects as the browser does where the folder is gone or may not be read.
 */
export const listSource = async (
  source: BatchSource,
  isLeftOut: (path: string) => boolean,
  signal?: AbortSignal,
): Promise<readonly SourceFile[]> => {
  const files: SourceFile[] = []
  if (source.kind === 'files') files.push(...pickedFiles(source.files))
  else
    for await (const file of walk(source.handle, isLeftOut)) {
      signal?.throwIfAborted()
      files.push(file)
    }
  return files.sort((a, b) => inOrder.compare(a.path, b.path))
}
