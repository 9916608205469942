import { distinctNames } from '#base/file-names.ts'
import type { BatchSource } from './batch.ts'

/** A file of a source, opened when its turn comes. */
export type SourceFile = {
  /** Relative to the source, separated by `/`. */
  readonly path: string
  /** The current file. Rejects as the browser does. */
  readonly open: () => Promise<File>
}

/** The folder of the target for copies of unreadable files. */
export const unprocessedFolder = 'unprocessed'

/** Hidden files, files of operating systems, and Chromium's unfinished files. */
const noSource = /^\.|^(thumbs\.db|desktop\.ini)$|\.crswap$/i

const inOrder = new Intl.Collator(undefined, { numeric: true })

/** The name of a source, to show. */
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
 * The files of a source in natural order, without hidden files and paths for which `isLeftOut` is true. Rejects as the
 * browser does if the folder is missing or may not be read.
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
