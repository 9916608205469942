import { numberedName } from '#base/file-names.ts'
import type { BatchFile, BatchSource } from './batch.ts'
import { pauseOfError, toFileError, toFolderFault } from './batch-faults.ts'
import { inLanes, type LookedAt, lookAt, looksAtOnce, untouched } from './batch-files.ts'
import type { Fingerprint } from './batch-fingerprint.ts'
import { type FileRecord, makesSoFar } from './batch-ledger.ts'
import { listSource, type SourceFile, unprocessedFolder } from './folder-source.ts'
import type { FileWork } from './work-on-file.ts'

type ListedBatch = Pick<
  FileWork,
  'id' | 'run' | 'plan' | 'sourceRoot' | 'target' | 'targetRoot' | 'names' | 'recordOf' | 'keep' | 'hashOf'
> & {
  readonly source: BatchSource
  readonly isOutput: (path: string) => boolean
}

type Listing = {
  readonly fingerprintOf: (kind: BatchFile['kind'], hash: string) => Promise<Fingerprint>
  /** False for files that are still being written. */
  readonly isWhole: (path: string) => boolean
  readonly isOver: () => boolean
  readonly onFiles: (files: readonly BatchFile[]) => void
}

/** How often the page gets the files listed so far, in milliseconds. */
const listedEveryMs = 250

/** Copying is never aborted. */
const noEnd = new AbortController().signal

/** Size and date, which identify a file without reading it. */
export type Stamp = Pick<FileRecord, 'bytes' | 'modified'>

/** The record of a file that has not been worked on. */
export const emptyRecord = (
  { id, run }: Pick<ListedBatch, 'id' | 'run'>,
  path: string,
  kind: BatchFile['kind'],
  { bytes, modified }: Stamp,
): FileRecord => ({
  batchId: id,
  path,
  run,
  kind,
  bytes,
  modified,
  state: 'failed',
  hash: null,
  fingerprint: null,
  outputs: [],
  earlier: [],
  copy: null,
  seconds: null,
  doubt: null,
  error: null,
  jobs: {},
})

/** The files of the source, without those of the target. Rejects as `toFolderFault` describes. */
export const sourceFiles = ({ source, isOutput, sourceRoot }: ListedBatch): Promise<readonly SourceFile[]> =>
  listSource(source, isOutput).catch(async (thrown: unknown) => {
    throw await toFolderFault(thrown, 'source', sourceRoot)
  })

/** `lookAt` that rejects only if the whole folder is at fault; else it returns the file as failed. */
const looked = async (
  { sourceRoot }: ListedBatch,
  entry: SourceFile,
  ledger: Parameters<typeof lookAt>[1],
): Promise<LookedAt> => {
  try {
    return await lookAt(entry, ledger)
  } catch (thrown) {
    const fault = await toFolderFault(thrown, 'source', sourceRoot)
    if (pauseOfError(fault)) throw fault
    const failed = { kind: 'picture', state: 'failed', bytes: -1, modified: -1 } as const
    return { ...untouched, ...failed, error: toFileError(fault) }
  }
}

/**
 * Copies a file to `unprocessed/` unless its copy is there; a name that is taken gets a number. Resolves with a record
 * of the copy, or unchanged if the file cannot be copied.
 */
const copyUnprocessed = async (
  batch: ListedBatch,
  { path, open }: SourceFile,
  record: FileRecord,
): Promise<FileRecord> => {
  const { target, targetRoot, hashOf } = batch
  const before = record.copy === null ? [] : [{ recipe: '', path: record.copy }]
  try {
    const file = await open()
    const isCopy = async (found: File) =>
      found.size === file.size && (await hashOf('clip', found)) === (await hashOf('clip', file))
    // An interrupted copy is empty.
    if (record.copy !== null && file.size > 0) await target.removeEmpty(record.copy)
    const wanted = await target.accept(`${unprocessedFolder}/${path}`)
    for (let turn = 1; ; turn++) {
      const copy = numberedName(wanted, turn)
      const found = await target.find(copy)
      const isThere = found !== null && (await isCopy(found))
      if (found && !isThere) continue
      const earlier = [
        ...record.earlier,
        ...(copy === record.copy ? [] : [{ fingerprint: null, outputs: before }]),
      ]
      const copied = { ...record, copy, earlier }
      // Recorded before the copy exists: after a kill, the next page looks for it and reads the source file again.
      if (!isThere) await batch.keep({ ...copied, state: 'working', bytes: -1, modified: -1 })
      batch.names.give(copy, path)
      if (isThere || (await target.write(copy, file, async () => false, noEnd))) return copied
      batch.names.give(copy, null)
    }
  } catch (thrown) {
    const fault = await toFolderFault(thrown, 'target', targetRoot)
    // A failed copy does not fail the listing.
    if (pauseOfError(fault)) throw fault
    return record
  }
}

/** Lists the source, and finds which files cannot be read and which are done. Resolves with the files by path. */
export const listBatch = async (
  batch: ListedBatch,
  { fingerprintOf, isWhole, isOver, onFiles }: Listing,
): Promise<ReadonlyMap<string, SourceFile & { readonly stamp: Stamp }>> => {
  const found = (await sourceFiles(batch)).filter(({ path }) => isWhole(path))
  const { run, recordOf, target } = batch
  const entries = new Map<string, SourceFile & { readonly stamp: Stamp }>()
  const shown: BatchFile[] = found.map(({ path }) => ({
    path,
    kind: 'picture',
    state: 'waiting',
    ...untouched,
  }))
  onFiles([...shown])
  const waiting = found.entries()
  const unusable: FileRecord[] = []
  let shownAt = performance.now()
  const look = async ([at, entry]: readonly [number, SourceFile]) => {
    const { bytes, modified, ...file } = await looked(batch, entry, {
      run,
      recordOf,
      fingerprintOf,
      find: target.find,
    })
    const { path } = entry
    shown[at] = { path, ...file }
    entries.set(path, { ...entry, stamp: { bytes, modified } })
    const known = recordOf(path)
    const { state } = file
    if (state === 'unreadable' || state === 'failed') {
      const record: FileRecord = {
        ...emptyRecord(batch, path, file.kind, { bytes, modified }),
        state,
        error: file.error?.toPlain() ?? null,
        ...(known && { earlier: makesSoFar(known), copy: known.copy }),
      }
      const isCopied = state === 'unreadable' && batch.plan.copiesUnprocessed
      const listed = isCopied ? await copyUnprocessed(batch, entry, record) : record
      if (known?.state !== state || known.run !== run || known.copy !== listed.copy) unusable.push(listed)
    }
    if (performance.now() - shownAt < listedEveryMs) return
    shownAt = performance.now()
    onFiles([...shown])
  }
  await inLanes(looksAtOnce, () => (isOver() ? undefined : waiting.next().value), look)
  // One transaction: one for each file would take longer than the listing.
  await batch.keep(...unusable)
  onFiles(shown)
  return entries
}
