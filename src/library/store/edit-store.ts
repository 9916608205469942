import * as v from 'valibot'
import { canHash } from '#base/sha256.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { EditsToSave, FoundEdits } from '#library/on-device-edits.ts'
import { changeStores, type Database, type OpenDatabase } from './database.ts'
import { retention } from './retention.ts'
import { withStorageReason } from './storage-faults.ts'

const dayMs = 86_400_000
const withReason = <T>(work: () => Promise<T>) => withStorageReason(work, { reason: 'edits_not_kept_full' })
const nothingWritten: WrittenSteps = { steps: [], runs: [] }

type PageEdits = WrittenSteps & { readonly writer: string }

const headerSchema = v.object({
  edits: v.looseObject({}),
  steps: v.object({ writer: v.string(), count: v.number() }),
})

/** What is stored of edits but for their steps; null where another version wrote it. */
const headerOf = (stored: unknown) => {
  const parsed = v.safeParse(headerSchema, stored)
  return parsed.success ? parsed.output : null
}

/** The edits of files in the database, by the function that tells the hash of one kind of file. */
type StoredEditsOf = (hashOf: (file: Blob) => Promise<string>) => FoundEdits

/**
 * The edits of files, by their bytes, so that the same file gets its edits back whatever it is called. One more step writes
 * that step alone: a thousand strokes take 20 ms to copy. Each page writes runs of its own, so that two of them never mix
 * theirs. Keeps nothing where the page may not hash.
 */
export const storedEdits = (
  database: OpenDatabase,
  now: () => Date,
  { days, files }: { readonly days: number; readonly files: number } = retention.edits,
): StoredEditsOf => {
  /** What this page wrote of each file. */
  const written = new Map<string, PageEdits>()

  /** Notes what is written and begins to write it in one task, so that what is noted is in the order of the transactions. */
  const put = async (opened: Database, hash: string, edits: EditsToSave): Promise<void> => {
    const { writer, ...before } = written.get(hash) ?? { writer: crypto.randomUUID(), ...nothingWritten }
    const change = changeSteps(before, edits.steps)
    written.set(hash, { writer, ...change.written })
    try {
      await putEdits(opened, { hash, at: now().getTime(), edits }, writer, change)
    } catch (thrown) {
      written.delete(hash)
      throw thrown
    }
  }

  /**
   * Deletes what is too old or too much, and runs that no page needs. Returns what this page wrote of a picture, where
   * runs of it are missing: another page deleted them, or writing one of them failed.
   */
  const tidy = async (opened: Database, hash: string): Promise<PageEdits | null> => {
    const own = written.get(hash)
    return changeStores(opened, ['edits', 'editSteps'], async (tidying) => {
      const [store, runs] = [tidying.objectStore('edits'), tidying.objectStore('editSteps')]
      const byAge = store.index('at')
      const old = await byAge.getAllKeys(IDBKeyRange.upperBound(now().getTime() - days * dayMs))
      const surplus = (await byAge.getAllKeys()).slice(0, -files)
      for (const key of new Set([...old, ...surplus])) {
        await Promise.all([store.delete(key), runs.delete(runsOf(key))])
      }
      const last = headerOf(await store.get(hash))?.steps.writer
      // A page that wrote later does this itself; its runs must not go before.
      if (!own || last !== own.writer) return null
      await runs.delete(IDBKeyRange.bound([hash], [hash, own.writer], false, true))
      await runs.delete(IDBKeyRange.bound([hash, own.writer, []], [hash, []], false, true))
      const count = await runs.count(runsOf(hash, own.writer))
      return count === own.runs.length ? null : own
    })
  }

  const find = async (hash: string): Promise<unknown> => {
    // One transaction, so that another page writes before or after both.
    const reading = (await database()).transaction(['edits', 'editSteps'])
    const kept = await reading.objectStore('edits').get(hash)
    if (!kept || kept.at <= now().getTime() - days * dayMs) return null
    const header = headerOf(kept)
    if (!header) throw unreadable()
    const runs = await reading.objectStore('editSteps').getAll(runsOf(hash, header.steps.writer))
    const steps = runs.flat()
    if (steps.length !== header.steps.count) throw unreadable()
    return { ...header.edits, steps }
  }

  return (hashOf) => ({
    find,
    read: (file) => withReason(async () => (canHash() ? find(await hashOf(file)) : null)),
    write: (file, edits) =>
      withReason(async () => {
        if (!canHash()) return
        const hash = await hashOf(file)
        const opened = await database()
        if (edits) await put(opened, hash, edits)
        else {
          written.delete(hash)
          await deleteEdits(opened, hash)
        }
        const lost = await tidy(opened, hash)
        // Where this page wrote more meanwhile, that write looks after it.
        if (edits && lost && lost === written.get(hash)) {
          written.delete(hash)
          await put(opened, hash, edits)
        }
      }),
  })
}

const unreadable = () => new ServiceError('validation_error', { reason: 'edits_unreadable' })

/** All runs of a file, or those of one writer: an array sorts behind every string and number. */
const runsOf = (...prefix: [hash: string, writer?: string]): IDBKeyRange =>
  IDBKeyRange.bound(prefix, [...prefix, []], false, true)

/** Begins all writing at once, since a page that is left may not finish what it begins then. */
async function putEdits(
  database: Database,
  { hash, at, edits }: { readonly hash: string; readonly at: number; readonly edits: EditsToSave },
  writer: string,
  { dropFrom, add }: StepChange,
): Promise<void> {
  const { steps, ...rest } = edits
  await changeStores(database, ['edits', 'editSteps'], async (writing) => {
    const runs = writing.objectStore('editSteps')
    const header = { hash, at, edits: rest, steps: { writer, count: steps.length } }
    const work: Promise<unknown>[] = []
    const begin = (request: Promise<unknown>) => {
      // What is begun before another request throws is told nobody.
      request.catch(() => {})
      work.push(request)
    }
    begin(writing.objectStore('edits').put(header))
    if (dropFrom !== null) begin(runs.delete(IDBKeyRange.bound([hash, writer, dropFrom], [hash, writer, []])))
    for (const run of add) begin(runs.put(run.steps, [hash, writer, run.first]))
    // The browser completes a transaction that was committed, even where the page is left before it hears so.
    writing.commit()
    await Promise.all(work)
  })
}

async function deleteEdits(database: Database, hash: string): Promise<void> {
  await changeStores(database, ['edits', 'editSteps'], async (deleting) => {
    const work = [
      deleting.objectStore('edits').delete(hash),
      deleting.objectStore('editSteps').delete(runsOf(hash)),
    ]
    deleting.commit()
    await Promise.all(work)
  })
}

/** Steps that were written in runs, and the number of the first step of each. */
export type WrittenSteps = { readonly steps: readonly unknown[]; readonly runs: readonly number[] }

/** What differs between the steps that are stored and those that are wanted. */
type StepChange = {
  readonly written: WrittenSteps
  /** The first of the runs that are no longer true; null where all are. */
  readonly dropFrom: number | null
  /** The runs to write, by the number of their first step. */
  readonly add: readonly { readonly first: number; readonly steps: readonly unknown[] }[]
}

/**
 * What to write so that `steps` are stored where `before` is: only what follows the steps that are the same objects. A run
 * that is the same up to its middle is written again in two, so that the next such change finds its end.
 */
export function changeSteps(before: WrittenSteps, steps: readonly unknown[]): StepChange {
  const same = sharedLength(before.steps, steps)
  const isContinued = same === before.steps.length
  const wholeRuns = isContinued ? before.runs.length : before.runs.findLastIndex((first) => first <= same)
  const from = isContinued ? same : (before.runs[wholeRuns] ?? 0)
  const starts = [...new Set([from, same])].filter((first) => first < steps.length)
  return {
    written: { steps, runs: [...before.runs.slice(0, wholeRuns), ...starts] },
    dropFrom: isContinued ? null : from,
    add: starts.map((first, i) => ({ first, steps: steps.slice(first, starts[i + 1]) })),
  }
}

const sharedLength = (one: readonly unknown[], other: readonly unknown[]): number => {
  const length = Math.min(one.length, other.length)
  for (let i = 0; i < length; i++) if (one[i] !== other[i]) return i
  return length
}
