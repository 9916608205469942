import { numberedName } from '#base/file-names.ts'
import type { BatchFile, BatchSource } from './batch.ts'
import { pauseOfError, toFileError, toFolderFault } from './batch-faults.ts'
import { inLanes, type LookedAt, lookAt, untouched } from './batch-files.ts'
import type { Fingerprint } from './batch-fingerprint.ts'
import { everMade, type FileRecord } from './batch-ledger.ts'
import { listSource, type SourceFile, unprocessedFolder } from './folder-source.ts'
import type { FileWork } from './work-on-file.ts'

type ListedBatch = Pick<
  FileWork,
  'id' | 'run' | 'plan' | 'sourceRoot' | 'target' | 'targetRoot' | 'recordOf' | 'keep'
> & {
  readonly source: BatchSource
  /** Whether a path of the source belongs to the target. */
  readonly isOutput: (path: string) => boolean
}

type Listing = {
  readonly fingerprintOf: (kind: BatchFile['kind'], hash: string) => Promise<Fingerprint>
  /** False for files that are still written. */
  readonly isWhole: (path: string) => boolean
  readonly isOver: () => boolean
  readonly onFiles: (files: readonly BatchFile[]) => void
}

/** How many files are looked at at once. */
const looksAtOnce = 16

/** How often the page gets what is listed so far, in milliseconds. */
const listedEveryMs = 250

/** The size and the date of a file, by which it is known again. */
export type Stamp = Pick<FileRecord, 'bytes' | 'modified'>

/** The record of a file that was not worked on. */
export const emptyRecord = (
  { id, run }: Pick<ListedBatch, 'id' | 'run'>,
  path: string,
  kind: BatchFile['kind'],
  { bytes, modified }: Stamp,
): FileRecord => ({
  ...{ batchId: id, path, run, kind, bytes, modified, state: 'failed', hash: null, fingerprint: null },
  ...{ outputs: [], earlier: [], seconds: null, doubt: null, error: null, jobs: {} },
})

/** The files of the source, without those of the target. Rejects as `toFolderFault` says. */
export const sourceFiles = ({ source, isOutput, sourceRoot }: ListedBatch): Promise<readonly SourceFile[]> =>
  listSource(source, isOutput).catch(async (thrown: unknown) => {
    throw await toFolderFault(thrown, 'source', sourceRoot)
  })

/** Rejects where that is about the whole folder. */
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

/** Beside a file of that name which is there; not again where that has its size. */
const copyUnprocessed = async ({ target, targetRoot }: ListedBatch, { path, open }: SourceFile) => {
  try {
    const file = await open()
    for (let turn = 1; ; turn++) {
      const to = numberedName(`${unprocessedFolder}/${path}`, turn)
      const found = await target.find(to)
      if (found?.size === file.size) return
      if (found) continue
      await target.write(to, file)
      return
    }
  } catch (thrown) {
    const fault = await toFolderFault(thrown, 'target', targetRoot)
    // One that cannot be copied is named all the same.
    if (pauseOfError(fault)) throw fault
  }
}

/** Lists the source, names what cannot be read, and finds what was done before. Resolves with the files and their stamps. */
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
    const isNews = known?.state !== file.state || known.run !== run
    if (isNews && (file.state === 'unreadable' || file.state === 'failed'))
      unusable.push({
        ...emptyRecord(batch, path, file.kind, { bytes, modified }),
        ...{ state: file.state, error: file.error?.toPlain() ?? null },
        ...(known && { earlier: everMade(known) }),
      })
    if (file.state === 'unreadable' && batch.plan.copiesUnprocessed) await copyUnprocessed(batch, entry)
    if (performance.now() - shownAt < listedEveryMs) return
    shownAt = performance.now()
    onFiles([...shown])
  }
  await inLanes(looksAtOnce, () => (isOver() ? undefined : waiting.next().value), look)
  // All at once: a transaction for each would take longer than the files.
  await batch.keep(...unusable)
  onFiles(shown)
  return entries
}
