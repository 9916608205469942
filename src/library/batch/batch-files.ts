import { isReadablePicture, refusedVideoOf } from '#contract/file-kinds.ts'
import { ServiceError } from '#contract/service-error.ts'
import { readFileKind } from '#contract/sniff.ts'
import { isVideoFile } from '#library/videos/video-kind.ts'
import type { BatchFile } from './batch.ts'
import type { Fingerprint } from './batch-fingerprint.ts'
import { type FileRecord, makesSoFar, type Output } from './batch-ledger.ts'
import type { SourceFile } from './folder-source.ts'
import type { FolderTarget } from './folder-target.ts'

/** Number of files inspected at once. */
export const looksAtOnce = 16

/**
 * Runs `work` on the items that `next` returns, `count` at a time. Rejects with the first failure after all have ended.
 */
export const inLanes = async <T>(
  count: number,
  next: () => T | undefined,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const lane = async () => {
    for (let item = next(); item !== undefined; item = next()) await work(item)
  }
  const ends = await Promise.allSettled(Array.from({ length: count }, lane))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** Resolves with a file's SHA-256; large files are hashed in a worker. */
export type HashOf = (kind: BatchFile['kind'], file: Blob, signal?: AbortSignal) => Promise<string>

/** A file of the source before it is worked on. */
export type LookedAt = Pick<
  BatchFile,
  'kind' | 'state' | 'outputs' | 'seconds' | 'doubt' | 'leftOut' | 'error'
> & {
  readonly bytes: number
  readonly modified: number
}

/** Results of a file that has not been worked on. */
export const untouched = { outputs: [], seconds: null, doubt: null, error: null } as const

/** Whether size and date of a file equal those of its record. */
export const isUnchanged = (
  { bytes, modified }: Pick<FileRecord, 'bytes' | 'modified'>,
  file: Pick<File, 'size' | 'lastModified'>,
): boolean => bytes === file.size && modified === file.lastModified

const kindOf = async (file: File): Promise<Pick<LookedAt, 'kind' | 'error'>> => {
  const kind = await readFileKind(file)
  const refused = refusedVideoOf(kind)
  if (refused) return { kind: 'clip', error: new ServiceError('invalid_video', refused) }
  if (await isVideoFile(file, kind)) return { kind: 'clip', error: null }
  return isReadablePicture(kind)
    ? { kind: 'picture', error: null }
    : {
        kind: 'picture',
        error: new ServiceError('validation_error', { reason: 'image_kind_refused', params: { kind } }),
      }
}

type Ledger = {
  readonly run: string
  readonly recordOf: (path: string) => FileRecord | undefined
  readonly fingerprintOf: (kind: BatchFile['kind'], hash: string) => Promise<Fingerprint>
  readonly find: FolderTarget['find']
}

/** The file's record as done if all outputs with this fingerprint exist, made by any batch; else null. */
export const recordOfDone = async (
  { find }: Pick<Ledger, 'find'>,
  record: FileRecord,
  fingerprint: string,
): Promise<FileRecord | null> => {
  const isThere = async ({ path }: Output) => ((await find(path))?.size ?? 0) > 0
  const areThere = async (outputs: readonly Output[]) =>
    outputs.length > 0 && (await Promise.all(outputs.map(isThere))).every(Boolean)
  if (record.state === 'done' && record.fingerprint === fingerprint)
    return (await areThere(record.outputs)) ? record : null
  for (const make of record.earlier)
    if (make.fingerprint === fingerprint && (await areThere(make.outputs))) {
      const earlier = makesSoFar(record).filter((each) => each !== make)
      const { outputs } = make
      return {
        ...record,
        state: 'done',
        fingerprint,
        outputs,
        earlier,
        seconds: null,
        doubt: null,
        error: null,
      }
    }
  return null
}

/**
 * The record of a file; if its work was interrupted, only with the outputs that are complete. Deletes empty outputs.
 */
export const withoutBegun = async (
  record: FileRecord,
  { find, removeEmpty }: Pick<FolderTarget, 'find' | 'removeEmpty'>,
  hashOf: HashOf,
): Promise<FileRecord> => {
  if (record.state !== 'working' && record.state !== 'skipped') return record
  const outputs: Output[] = []
  for (const output of record.outputs) {
    const { path, wrote } = output
    const found = await find(path)
    if (found?.size === 0) await removeEmpty(path)
    else if (found && wrote?.bytes === found.size && wrote.sha256 === (await hashOf(record.kind, found)))
      outputs.push(output)
  }
  const isBegun = record.copy !== null && (await find(record.copy))?.size === 0
  if (isBegun && record.copy !== null) await removeEmpty(record.copy)
  return { ...record, outputs, copy: isBegun ? null : record.copy }
}

/** A file as its record has it; what an earlier batch did is `skipped`. */
export const asRecorded = (
  { kind, state, outputs, seconds, doubt, leftOut, error, run }: FileRecord,
  now: string,
): Pick<BatchFile, 'kind' | 'state' | 'outputs' | 'seconds' | 'doubt' | 'leftOut' | 'error'> => ({
  kind,
  seconds,
  doubt,
  ...(leftOut && { leftOut }),
  state: state === 'working' ? 'waiting' : state === 'done' && run !== now ? 'skipped' : state,
  // The outputs of a skipped file are claims, possibly half written.
  outputs: state === 'skipped' ? [] : outputs.map(({ path }) => path),
  error: error && ServiceError.fromPlain(error),
})

/**
 * Finds from the first bytes whether a file can be read, and from its record whether it is done. Rejects as the browser
 * does.
 */
export const lookAt = async (entry: SourceFile, ledger: Ledger): Promise<LookedAt> => {
  const file = await entry.open()
  const facts = { bytes: file.size, modified: file.lastModified }
  const record = ledger.recordOf(entry.path)
  if (!record || !isUnchanged(record, file)) {
    const { kind, error } = await kindOf(file)
    return { ...facts, ...untouched, kind, error, state: error ? 'unreadable' : 'waiting' }
  }
  const recorded = { ...facts, ...asRecorded(record, ledger.run) }
  const waiting = { ...facts, ...untouched, kind: record.kind, state: 'waiting' } as const
  if (record.state === 'unreadable') return recorded
  const isOfRun = record.run === ledger.run && (record.state === 'failed' || record.state === 'skipped')
  if (!record.hash) return isOfRun ? recorded : waiting
  const { fingerprint } = await ledger.fingerprintOf(record.kind, record.hash)
  if (isOfRun) return record.fingerprint === fingerprint ? recorded : waiting
  const done = await recordOfDone(ledger, record, fingerprint)
  return done ? { ...facts, ...asRecorded(done, ledger.run) } : waiting
}
