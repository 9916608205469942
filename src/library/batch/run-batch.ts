import { createTaskQueue, memoizePromise, untilAborted } from '#base/promises.ts'
import { createSpeed } from '#base/speed.ts'
import type { Store } from '#base/store.ts'
import { isAbort, ServiceError } from '#contract/service-error.ts'
import { throttleProgress } from '#library/items/throttle-progress.ts'
import { stayAwake } from '#library/stay-awake.ts'
import type { BatchFile, BatchPause, BatchSource, BatchState } from './batch.ts'
import { pauseOfError, toFileError, toFolderFault } from './batch-faults.ts'
import { inLanes, isUnchanged } from './batch-files.ts'
import type { Fingerprint } from './batch-fingerprint.ts'
import { type BatchLedger, type FileRecord, makesSoFar } from './batch-ledger.ts'
import type { SourceFile } from './folder-source.ts'
import { emptyRecord, listBatch, type Stamp, sourceFiles } from './list-batch.ts'
import { createShownFiles } from './shown-files.ts'
import { type FileWork, workOnFile } from './work-on-file.ts'

/** A batch whose folders are open. */
export type OpenBatch = Omit<FileWork, 'inTurn' | 'keep' | 'recordOf' | 'fingerprintOf'> & {
  readonly source: BatchSource
  /** Records of its files, by path. */
  readonly records: Map<string, FileRecord>
  readonly ledger: Pick<BatchLedger, 'writeFiles'>
  readonly isOutput: (path: string) => boolean
  readonly openFingerprints: () => Promise<(kind: BatchFile['kind'], hash: string) => Promise<Fingerprint>>
  /** Called with the number of files once they are listed. */
  readonly onListed: (total: number) => Promise<void>
}

/**
 * One is made while another is read or written. A second picture worker gains nothing on two threads
 * (test/bench/log/photos.md, How many pictures of a batch at once).
 */
const filesAtOnce = 2

/** Weight of the earlier speed after each file: the last twenty count most. */
const earlierWeight = 0.95

/** The work on the files of a batch. */
export interface BatchRun {
  /** Lists the source if needed, and works until all is done or something pauses it. Never rejects. */
  go(): Promise<'done' | BatchPause>
  /** Begins no further file; files in work are finished. */
  pause(why: BatchPause): void
  /** Makes the next `go` list the source again. */
  relist(): void
  /**
   * Whether new or changed files have kept size and date since the last look (`rested`), which the next `go` then
   * takes, or are still being written (`unrested`). Rejects with a fault of `pauseOfError`.
   */
  findNew(): Promise<'rested' | 'unrested' | null>
  skip(): void
  retryFailed(): void
  /** Aborts all work. */
  stop(): void
  open(path: string): Promise<File>
}

export const createBatchRun = (batch: OpenBatch, store: Store<BatchState>): BatchRun => {
  const { records, run } = batch
  const shown = createShownFiles(store)
  const inWork = new Map<string, AbortController>()
  const speed = createSpeed()
  /** When the last file was done; null at first, since the first file includes loading the network. */
  let doneAt: number | null = null
  const inTurn = createTaskQueue()
  const fingerprints = memoizePromise(batch.openFingerprints)
  const lastLook = new Map<string, Stamp>()
  let entries: ReadonlyMap<string, SourceFile & { readonly stamp: Stamp }> | null = null
  let whole: ReadonlySet<string> | null = null
  let halt: BatchPause | null = null
  let isStopped = false
  const isOver = () => isStopped || halt !== null

  const recordOf = (path: string) => records.get(path)
  const keep = async (...files: readonly FileRecord[]) => {
    for (const record of files) records.set(record.path, record)
    await batch.ledger.writeFiles(files)
  }
  const pause = (why: BatchPause) => {
    halt ??= why
    if (why === 'sourceGone' || why === 'targetGone') entries = null
    store.set((state) => ({ ...state, phase: 'paused', pause: halt }))
  }

  const list = async () => {
    store.set((state) => ({ ...state, phase: 'listing', pause: null }))
    const listed = await listBatch(
      { ...batch, recordOf, keep },
      {
        fingerprintOf: async (...file) => (await fingerprints())(...file),
        isWhole: (path) => whole?.has(path) ?? true,
        isOver,
        onFiles: shown.set,
      },
    )
    await batch.onListed(shown.all().length)
    if (!isOver()) entries = listed
  }

  /** Records that a file ended without outputs. */
  const endWithout = async (path: string, state: 'failed' | 'skipped', error: ServiceError) => {
    shown.patch(path, { state, error })
    const { kind = 'picture' } = shown.get(path) ?? {}
    const stamp = entries?.get(path)?.stamp ?? { bytes: -1, modified: -1 }
    const known = records.get(path) ?? emptyRecord(batch, path, kind, stamp)
    const isPartly = known.state === 'working'
    const outputs = isPartly ? known.outputs.filter(({ wrote }) => wrote) : []
    const earlier = isPartly ? known.earlier : makesSoFar(known)
    await keep({ ...known, run, state, outputs, earlier, error: error.toPlain(), jobs: {} })
  }

  const workOn = async (path: string) => {
    const entry = entries?.get(path)
    const file = shown.get(path)
    if (!entry || !file) return
    const controller = new AbortController()
    const { signal } = controller
    inWork.set(path, controller)
    const onProgress = throttleProgress((progress) => {
      if (inWork.keys().next().value === path) store.set((state) => ({ ...state, progress }))
    })
    try {
      const work = { ...batch, recordOf, keep, inTurn, fingerprintOf: await fingerprints() }
      const number = shown.numberOf(path)
      const working = workOnFile(work, entry, file.kind, number, { signal, onProgress })
      shown.patch(path, await untilAborted(working, signal))
    } catch (thrown) {
      if (isStopped) return
      const why = pauseOfError(thrown)
      if (signal.aborted && isAbort(thrown))
        await endWithout(
          path,
          'skipped',
          new ServiceError('validation_error', { reason: 'batch_file_skipped' }),
        )
      else if (why) {
        shown.patch(path, { state: 'waiting' })
        pause(why)
      } else await endWithout(path, 'failed', toFileError(thrown))
    } finally {
      inWork.delete(path)
      const left = shown.all().filter(({ state }) => state === 'waiting').length
      const now = performance.now()
      if (doneAt !== null) speed.learn((now - doneAt) / 1000, 1, earlierWeight)
      doneAt = now
      const secondsLeft = speed.secondsFor(left)
      store.set((state) => ({ ...state, secondsLeft, ...(inWork.size === 0 && { progress: null }) }))
    }
  }
  /** Takes the next file and marks it as in work, so that no other lane takes it. */
  const take = (kind: BatchFile['kind']) => {
    const path = isOver() ? undefined : shown.next(kind)
    if (path !== undefined) shown.patch(path, { state: 'working', error: null })
    return path
  }

  return {
    go: async () => {
      halt = null
      const letSleep = stayAwake()
      try {
        if (!entries) await list()
        doneAt = null
        if (!isOver()) store.set((state) => ({ ...state, phase: 'running', pause: null }))
        while (!isOver() && (shown.next('picture') ?? shown.next('clip')) !== undefined) {
          await inLanes(filesAtOnce, () => take('picture'), workOn)
          // A person may retry failed pictures meanwhile.
          await inLanes(1, () => (shown.next('picture') ? undefined : take('clip')), workOn)
        }
      } catch (thrown) {
        const why = pauseOfError(await toFolderFault(thrown, 'target', batch.targetRoot))
        if (!why) console.error('A batch had to stop:', thrown)
        pause(why ?? 'asked')
      } finally {
        letSleep()
      }
      return halt ?? 'done'
    },
    pause,
    relist: () => {
      entries = null
      whole = null
    },
    findNew: async () => {
      const before = new Map(lastLook)
      lastLook.clear()
      const usable = new Set<string>()
      const found = new Set<'rested' | 'unrested'>()
      await Promise.all(
        (await sourceFiles({ ...batch, recordOf, keep })).map(async ({ path, open }) => {
          const file = await open().catch(() => null)
          if (!file) return
          lastLook.set(path, { bytes: file.size, modified: file.lastModified })
          const [record, last] = [records.get(path), before.get(path)]
          const isKnown = record !== undefined && isUnchanged(record, file)
          const hasRested = last !== undefined && isUnchanged(last, file)
          if (isKnown || hasRested) usable.add(path)
          if (!isKnown) found.add(hasRested ? 'rested' : 'unrested')
        }),
      )
      whole = usable
      if (!found.has('rested')) return found.has('unrested') ? 'unrested' : null
      entries = null
      return 'rested'
    },
    skip: () => inWork.values().next().value?.abort(),
    retryFailed: () => {
      for (const { path, state } of shown.all())
        if (state === 'failed') shown.patch(path, { state: 'waiting', error: null })
    },
    stop: () => {
      isStopped = true
      for (const controller of inWork.values()) controller.abort()
    },
    open: async (path) => {
      const entry = entries?.get(path)
      if (!entry) throw new ServiceError('validation_error', { reason: 'file_unreadable' })
      return entry.open()
    },
  }
}
