import { foldedName } from '#base/file-names.ts'
import type { OpenRoot } from '#base/opfs.ts'
import { createStore, type Store } from '#base/store.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#library/background-service.ts'
import { type BatchDatabase, openBatchDatabase } from '#library/store/batch-database.ts'
import type { Batches, BatchPlan, BatchSource, BatchState, BatchTarget } from './batch.ts'
import { type BatchLedger, type BatchRecord, openBatchLedger, pathsOf } from './batch-ledger.ts'
import { batchReport } from './batch-report.ts'
import { type DrivenBatch, type DrivenParts, drivenBatch } from './drive-batch.ts'
import {
  findBatch,
  type HoldBatch,
  holdBatch,
  mayUseFolders,
  oneTabAtATime,
  pathWithin,
} from './folder-rights.ts'
import { listSource, sourceName } from './folder-source.ts'
import { discardJob } from './make-clips.ts'
import { outputsOf } from './open-batch.ts'
import { checkPlan, createPreview } from './preview-batch.ts'
import { tidyBatches } from './tidy-batches.ts'

/** Services, storage and locks that batches need. */
export type BatchParts = {
  readonly device: BackgroundService
  /** The connected service; null if there is none. */
  readonly remote: () => BackgroundService | null
  readonly database?: () => Promise<BatchDatabase>
  /** Opens the browser's folder for temporary files. */
  readonly openRoot?: OpenRoot
  /** See `holdBatch`. */
  readonly hold?: HoldBatch
  /** How often a watched folder is listed, in milliseconds. */
  readonly lookEveryMs?: number
}

/** Opens the batches of a page; one instance per page. */
export const openBatches = (parts: BatchParts): Batches => {
  const ledger = openBatchLedger(parts.database ?? openBatchDatabase())
  const preview = createPreview(ledger, () => parts.remote()?.id)
  const { hold = holdBatch } = parts
  const shown = createStore<{ readonly batch: BatchState | null }>({ batch: null })
  const held: DrivenParts['held'] = new Map()
  let current: DrivenBatch | null = null

  /** The state of a batch, shown until another batch begins. */
  const stateOf = (first: BatchState): Store<BatchState> => {
    let state = first
    const { get, set, subscribe } = shown
    set({ batch: state })
    return {
      get: () => state,
      set: (next) => {
        const isShown = get().batch === state
        state = typeof next === 'function' ? next(state) : next
        if (isShown) set({ batch: state })
      },
      subscribe,
    }
  }

  const start = async (record: BatchRecord, source: BatchSource): Promise<void> => {
    const first: BatchState = {
      id: record.id,
      name: sourceName(source),
      plan: record.plan,
      phase: 'listing',
      pause: null,
      files: [],
      unread: null,
      progress: null,
      secondsLeft: null,
      creditsSpent: record.creditsSpent,
      zip: null,
    }
    current = drivenBatch({ ...parts, hold, held, ledger, record, source, store: stateOf(first) })
    await current.resume()
  }

  const close = async () => {
    const closing = current
    current = null
    shown.set({ batch: null })
    await closing?.close()
  }

  return {
    get: () => shown.get().batch,
    subscribe: shown.subscribe,
    ...preview,
    begin: async (source, target, plan) => {
      checkPlan(plan)
      await refuseSameNames(source, target, plan, ledger)
      await close()
      const record = await oneTabAtATime(async () => {
        const known = await ledger.list()
        const found = await findBatch(known, source, target)
        const record: BatchRecord = {
          id: found?.id ?? crypto.randomUUID(),
          source: source.kind === 'folder' ? source : { kind: 'files', name: source.name },
          target,
          plan,
          run: crypto.randomUUID(),
          at: Date.now(),
          isOpen: true,
          total: 0,
          creditsSpent: 0,
        }
        // A batch that another tab works on keeps its record.
        if (!found) await ledger.write(record)
        const others = known.filter(({ id }) => id !== record.id)
        await tidyBatches(ledger, others, hold, parts.openRoot)
        return record
      })
      await start(record, source)
    },
    pause: () => current?.pause(),
    resume: async () => current?.resume(),
    skip: () => current?.skip(),
    retryFailed: () => current?.retryFailed(),
    again: async () => current?.again(),
    close,
    report: (words) => batchReport(shown.get().batch ?? { files: [], unread: null }, words),
    open: async (paths) => Promise.all(paths.map(async (path) => openOf(current, path))),
    left: async () => {
      const open = (await ledger.list()).filter(
        ({ id, isOpen, source }) => isOpen && source.kind === 'folder' && id !== shown.get().batch?.id,
      )
      const listed = open.map(async ({ id, run, total, source }) => {
        const free = await hold(id)
        free?.()
        const name = source.kind === 'folder' ? source.handle.name : source.name
        const done = (await ledger.files(id)).filter((file) => file.run === run && file.state !== 'working')
        return free ? [{ id, name, done: done.length, total: Math.max(total, done.length) }] : []
      })
      return (await Promise.all(listed)).flat()
    },
    takeUp: async (id) => {
      const record = (await ledger.list()).find((each) => each.id === id)
      if (record?.source.kind !== 'folder') throw new ServiceError('validation_error')
      // Asked first, while the click is recent.
      await mayUseFolders(record.source, record.target, true)
      await close()
      await start(record, record.source)
    },
    forget: async (id) => {
      const record = (await ledger.list()).find((each) => each.id === id)
      if (!record) return
      await ledger.write({ ...record, isOpen: false })
      const jobs = (await ledger.files(id)).flatMap((file) => Object.values(file.jobs))
      for (const job of jobs) await discardJob(parts.device, job)
    },
  }
}

const openOf = async (batch: DrivenBatch | null, path: string): Promise<File> => {
  if (!batch) throw new ServiceError('validation_error', { reason: 'file_unreadable' })
  return batch.open(path)
}

/** Rejects if results would take the names of the originals. */
const refuseSameNames = async (
  source: BatchSource,
  target: BatchTarget,
  plan: BatchPlan,
  ledger: BatchLedger,
): Promise<void> => {
  if (source.kind !== 'folder' || target.kind !== 'folder') return
  if ((await pathWithin(source.handle, target.handle)) !== '') return
  const found = await findBatch(await ledger.list(), source, target)
  const earlier = new Set(
    (found ? await ledger.files(found.id) : []).flatMap((file) => pathsOf(file).map(foldedName)),
  )
  const files = await listSource(source, (path) => earlier.has(foldedName(path)))
  const names = new Set(files.map(({ path }) => foldedName(path)))
  const hit = outputsOf(plan, files, sourceName(source)).find((name) => names.has(foldedName(name)))
  if (hit)
    throw new ServiceError('validation_error', {
      reason: 'batch_over_source',
      params: { name: hit },
      fields: ['names'],
    })
}
