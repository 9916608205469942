import type { OpenRoot } from '#base/opfs.ts'
import type { Store } from '#base/store.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { BatchPause, BatchSource, BatchState } from './batch.ts'
import { pauseOfError, toFolderFault } from './batch-faults.ts'
import type { BatchLedger, BatchRecord } from './batch-ledger.ts'
import { type HoldBatch, mayUseFolders, type oneTabAtATime } from './folder-rights.ts'
import { sourceName, unprocessedFolder } from './folder-source.ts'
import { openBatch, stagedPath } from './open-batch.ts'
import { packZip } from './pack-zip.ts'
import type { openPaidAnswers } from './paid-answers.ts'
import { type BatchRun, createBatchRun, type OpenBatch } from './run-batch.ts'
import { watchFolder } from './watch-folder.ts'

/** Services, storage and locks that a batch needs. */
export type DrivenParts = {
  readonly device: BackgroundService
  readonly remote: () => BackgroundService | null
  readonly openRoot?: OpenRoot
  readonly lookEveryMs?: number
  readonly hold: HoldBatch
  /** See `oneTabAtATime`. */
  readonly inTurn?: typeof oneTabAtATime
  readonly held: Parameters<typeof openPaidAnswers>[0]['held']
  readonly ledger: BatchLedger
  readonly record: BatchRecord
  readonly source: BatchSource
  readonly store: Store<BatchState>
}

/** Controls one batch from its begin to its end. */
export type DrivenBatch = {
  /** Begins or continues; must follow a click if the browser has to ask for folders. */
  readonly resume: () => Promise<void>
  readonly pause: () => void
  readonly skip: () => void
  readonly retryFailed: () => void
  readonly again: () => Promise<void>
  readonly close: () => Promise<void>
  readonly open: (path: string) => Promise<File>
}

export const drivenBatch = (parts: DrivenParts): DrivenBatch => {
  const { ledger, source, store, openRoot } = parts
  const { id, plan, target } = parts.record
  let record = parts.record
  let opened: { readonly batch: OpenBatch; readonly run: BatchRun } | null = null
  let free: (() => void) | null = null
  let driving: Promise<void> = Promise.resolve()
  let watching = new AbortController()
  let isClosed = false
  let isPaused = false
  /** Whether a watched folder was listed twice, which shows the files that are still being written. */
  let hasLooked = false
  let resuming: Promise<void> | null = null
  /** Credits that may be spent until a person continues the batch. */
  let limit = plan.creditLimit
  let atStake = 0

  const setPhase = (phase: BatchState['phase'], pause: BatchPause | null = null) =>
    store.set((state) => ({ ...state, phase, pause }))
  const write = async (change: Partial<BatchRecord>) => {
    record = { ...record, ...change }
    await ledger.write(record)
  }
  const credits = {
    reserve: (price: number) => {
      if (limit !== null && record.creditsSpent + atStake + price > limit) return false
      atStake += price
      return true
    },
    release: (price: number) => {
      atStake -= price
    },
    spend: async (price: number) => {
      atStake -= price
      store.set((state) => ({ ...state, creditsSpent: state.creditsSpent + price }))
      record = { ...record, creditsSpent: record.creditsSpent + price }
      // A result is worth more than an exact count.
      if (!isClosed) await write({}).catch(() => {})
    },
  }
  const letGo = () => {
    free?.()
    free = null
  }

  const pack = async ({ batch }: { readonly batch: OpenBatch }) => {
    const unread = store.get().files.filter(({ state }) => state === 'unreadable')
    const copies = plan.copiesUnprocessed ? unread.map(({ path }) => `${unprocessedFolder}/${path}`) : []
    const paths = [...store.get().files.flatMap(({ outputs }) => outputs), ...copies]
    const zip = await packZip(sourceName(source), batch.target, paths, stagedPath(id), openRoot)
    store.set((state) => ({ ...state, zip }))
  }
  const watch = async (folder: FileSystemDirectoryHandle, run: BatchRun) => {
    const { signal } = watching
    const changes = await watchFolder(folder, parts.lookEveryMs)
    try {
      // The first listing also takes files that no longer change.
      if (!hasLooked) {
        await run.findNew()
        await changes.next(true, signal)
        await run.findNew()
        signal.throwIfAborted()
        hasLooked = true
        return
      }
      for (let found: Awaited<ReturnType<BatchRun['findNew']>> = null; found !== 'rested'; ) {
        await changes.next(found === 'unrested', signal)
        found = await run.findNew()
        signal.throwIfAborted()
      }
    } finally {
      changes.stop()
    }
  }
  const waitFor = async (thrown: unknown) => {
    const fault = await toFolderFault(thrown, 'target', opened?.batch.targetRoot ?? null)
    const why = pauseOfError(fault)
    if (!why) console.error('A batch had to stop:', thrown)
    if (!isClosed) setPhase('paused', why ?? 'asked')
  }

  /** Works until all is done or something pauses the batch. Never rejects. */
  const drive = async () => {
    // A pause before this aborted the last one.
    watching = new AbortController()
    try {
      if (!opened) {
        const batch = await openBatch({ ...parts, credits, onListed: (total) => write({ total }) })
        opened = { batch, run: createBatchRun(batch, store) }
      }
      const { batch, run } = opened
      await write({ isOpen: true })
      if (plan.watches && batch.sourceRoot && !hasLooked && !isPaused) {
        setPhase('listing')
        await watch(batch.sourceRoot, run)
      }
      while (!isClosed && !isPaused && (await run.go()) === 'done' && !isClosed) {
        if (target.kind === 'zip') await pack({ batch })
        if (isClosed) return
        if (!plan.watches || !batch.sourceRoot) {
          await write({ isOpen: false })
          setPhase('ended')
          // A ZIP is kept until the page closes the batch.
          if (target.kind === 'folder') letGo()
          return
        }
        setPhase('watching')
        watching = new AbortController()
        await watch(batch.sourceRoot, run)
      }
    } catch (thrown) {
      if (!watching.signal.aborted) await waitFor(thrown)
    }
  }
  const begin = async () => {
    if (!(await mayUseFolders(record.source, target, true))) return setPhase('paused', 'permission')
    free ??= await parts.hold(id)
    if (!free) return setPhase('paused', 'otherTab')
    await driving
    if (isClosed) return letGo()
    driving = drive()
  }
  /** Begins to work if folders and lock are available; calls while it begins share one attempt. */
  const resume = () => {
    isPaused = false
    resuming ??= begin().finally(() => {
      resuming = null
    })
    return resuming
  }

  return {
    resume: async () => {
      const { phase, pause } = store.get()
      if (phase !== 'paused' && phase !== 'listing') return
      if (pause === 'creditLimit' && plan.creditLimit !== null) limit = (limit ?? 0) + plan.creditLimit
      await resume()
    },
    pause: () => {
      watching.abort()
      if (store.get().phase === 'ended') return
      isPaused = true
      if (opened) opened.run.pause('asked')
      else setPhase('paused', 'asked')
    },
    skip: () => opened?.run.skip(),
    retryFailed: () => {
      opened?.run.retryFailed()
      const { phase } = store.get()
      if (phase === 'watching') watching.abort()
      if (phase === 'watching' || phase === 'ended') void resume()
    },
    again: async () => {
      opened?.run.relist()
      watching.abort()
      await resume()
    },
    close: async () => {
      isClosed = true
      watching.abort()
      opened?.run.stop()
      await driving
      // A batch that another tab holds is left to it.
      free ??= await parts.hold(id).catch(() => null)
      if (free) await (target.kind === 'zip' ? ledger.delete([id]) : write({ isOpen: false })).catch(() => {})
      letGo()
    },
    open: async (path) => {
      if (!opened) throw new Error('This batch was never opened.')
      return opened.run.open(path)
    },
  }
}
