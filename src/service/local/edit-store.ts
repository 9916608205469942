import type { DBSchema, IDBPDatabase } from 'idb'
import * as v from 'valibot'
import { canHash } from '#base/sha256.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { EditsToSave, FoundEdits } from '#service/on-device-edits.ts'
import { hashFile, hashOnce } from './file-hashes.ts'
import { changeStores, openDatabase } from './open-database.ts'
import { changeSteps, type StepChange, type WrittenSteps } from './step-runs.ts'
import { withStorageReason } from './storage-faults.ts'

/** Edits that nobody has touched for longer are deleted, and so are the oldest beyond the number. */
export const savedEditsLimits = { days: 90, pictures: 200 } as const

const dayMs = 86_400_000
const withReason = <T>(work: () => Promise<T>) => withStorageReason(work, { reason: 'edits_not_kept_full' })
const nothingWritten: WrittenSteps = { steps: [], runs: [] }

interface EditsSchema extends DBSchema {
  pictures: { key: string; value: StoredEdits; indexes: { at: number } }
  /** Runs of steps, by picture, writer and the number of their first step. */
  steps: { key: RunKey; value: readonly unknown[] }
}

type RunKey = [picture: string, writer: string, first: number]

type EditsDatabase = IDBPDatabase<EditsSchema>
type PageEdits = WrittenSteps & { readonly writer: string }

const headerSchema = v.looseObject({
  edits: v.looseObject({}),
  steps: v.looseObject({ writer: v.string(), count: v.number() }),
})

type StoredEdits = {
  /** The SHA-256 of the file, in hex. */
  readonly picture: string
  /** When they were written, in milliseconds since 1970. */
  readonly at: number
  /** All but the steps. */
  readonly edits: object
  readonly steps: { readonly writer: string; readonly count: number }
}

/**
 * The edits of pictures in IndexedDB, by the bytes of the picture, so that the same file gets its edits back whatever
 * it is called. One more step writes that step alone: a thousand strokes take 20 ms to copy. Each page writes runs of its
 * own, so that two of them never mix theirs. Keeps nothing where the page may not hash.
 */
export const indexedDbEdits = (
  now: () => Date,
  { days, pictures }: { readonly days: number; readonly pictures: number } = savedEditsLimits,
  name = 'clearcut-edits',
  hashOf: (file: Blob) => Promise<string> = hashOnce(hashFile),
): FoundEdits => {
  const database = openDatabase<EditsSchema>(name, (fresh) => {
    fresh.createObjectStore('pictures', { keyPath: 'picture' }).createIndex('at', 'at')
    fresh.createObjectStore('steps')
  })
  /** What this page wrote of each picture. */
  const written = new Map<string, PageEdits>()

  /** Notes what is written and begins to write it in one task, so that what is noted is in the order of the transactions. */
  const put = async (opened: EditsDatabase, picture: string, edits: EditsToSave): Promise<void> => {
    const { writer, ...before } = written.get(picture) ?? { writer: crypto.randomUUID(), ...nothingWritten }
    const change = changeSteps(before, edits.steps)
    written.set(picture, { writer, ...change.written })
    try {
      await putEdits(opened, { picture, at: now().getTime(), edits }, writer, change)
    } catch (thrown) {
      written.delete(picture)
      throw thrown
    }
  }

  /**
   * Deletes what is too old or too much, and runs that no page needs. Returns what this page wrote of a picture, where
   * runs of it are missing: another page deleted them, or writing one of them failed.
   */
  const tidy = async (opened: EditsDatabase, picture: string): Promise<PageEdits | null> => {
    const own = written.get(picture)
    return changeStores(opened, ['pictures', 'steps'], async (tidying) => {
      const [store, runs] = [tidying.objectStore('pictures'), tidying.objectStore('steps')]
      const byAge = store.index('at')
      const old = await byAge.getAllKeys(IDBKeyRange.upperBound(now().getTime() - days * dayMs))
      const surplus = (await byAge.getAllKeys()).slice(0, -pictures)
      for (const key of new Set([...old, ...surplus])) {
        await Promise.all([store.delete(key), runs.delete(runsOf(key))])
      }
      const last = (await store.get(picture))?.steps?.writer
      // A page that wrote later does this itself; its runs must not go before.
      if (!own || last !== own.writer) return null
      await runs.delete(IDBKeyRange.bound([picture], [picture, own.writer], false, true))
      await runs.delete(IDBKeyRange.bound([picture, own.writer, []], [picture, []], false, true))
      const count = await runs.count(runsOf(picture, own.writer))
      return count === own.runs.length ? null : own
    })
  }

  const find = async (hash: string): Promise<unknown> => {
    // One transaction, so that another page writes before or after both.
    const reading = (await database()).transaction(['pictures', 'steps'])
    const kept = await reading.objectStore('pictures').get(hash)
    if (!kept || kept.at <= now().getTime() - days * dayMs) return null
    if (!v.is(headerSchema, kept)) throw unreadable()
    const runs = await reading.objectStore('steps').getAll(runsOf(hash, kept.steps.writer))
    const steps = runs.flat()
    if (steps.length !== kept.steps.count) throw unreadable()
    return { ...kept.edits, steps }
  }

  return {
    find,
    read: (picture) => withReason(async () => (canHash() ? find(await hashOf(picture)) : null)),
    write: (picture, edits) =>
      withReason(async () => {
        if (!canHash()) return
        const hash = await hashOf(picture)
        const opened = await database()
        if (edits) await put(opened, hash, edits)
        else {
          written.delete(hash)
          await deletePicture(opened, hash)
        }
        const lost = await tidy(opened, hash)
        // Where this page wrote more meanwhile, that write looks after it.
        if (edits && lost && lost === written.get(hash)) {
          written.delete(hash)
          await put(opened, hash, edits)
        }
      }),
  }
}

const unreadable = () => new ServiceError('validation_error', { reason: 'edits_unreadable' })

/** All runs of a picture, or those of one writer: an array sorts behind every string and number. */
const runsOf = (...prefix: [picture: string, writer?: string]): IDBKeyRange =>
  IDBKeyRange.bound(prefix, [...prefix, []], false, true)

/** Begins all writing at once, since a page that is left may not finish what it begins then. */
async function putEdits(
  database: EditsDatabase,
  { picture, at, edits }: { readonly picture: string; readonly at: number; readonly edits: EditsToSave },
  writer: string,
  { dropFrom, add }: StepChange,
): Promise<void> {
  const { steps, ...rest } = edits
  await changeStores(database, ['pictures', 'steps'], async (writing) => {
    const runs = writing.objectStore('steps')
    const header = { picture, at, edits: rest, steps: { writer, count: steps.length } }
    const work: Promise<unknown>[] = []
    const begin = (request: Promise<unknown>) => {
      // What is begun before another request throws is told nobody.
      request.catch(() => {})
      work.push(request)
    }
    begin(writing.objectStore('pictures').put(header))
    if (dropFrom !== null)
      begin(runs.delete(IDBKeyRange.bound([picture, writer, dropFrom], [picture, writer, []])))
    for (const run of add) begin(runs.put(run.steps, [picture, writer, run.first]))
    // The browser completes a transaction that was committed, even where the page is left before it hears so.
    writing.commit()
    await Promise.all(work)
  })
}

async function deletePicture(database: EditsDatabase, hash: string): Promise<void> {
  await changeStores(database, ['pictures', 'steps'], async (deleting) => {
    const work = [
      deleting.objectStore('pictures').delete(hash),
      deleting.objectStore('steps').delete(runsOf(hash)),
    ]
    deleting.commit()
    await Promise.all(work)
  })
}
