import * as v from 'valibot'
import { canHash } from '#base/sha256.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { FoundEdits } from '#library/on-device-edits.ts'
import { changeStores, type OpenDatabase } from './database.ts'
import { retention } from './retention.ts'
import { withStorageReason } from './storage-faults.ts'

const dayMs = 86_400_000
const withReason = <T>(work: () => Promise<T>) => withStorageReason(work, { reason: 'edits_not_kept_full' })

const recordSchema = v.object({ at: v.number(), edits: v.looseObject({ steps: v.array(v.unknown()) }) })

/** The stored edits of files, given a function that hashes them. */
type StoredEditsOf = (hashOf: (file: Blob) => Promise<string>) => FoundEdits

/**
 * Edits by file content, independent of the name. If two pages edit the same file, the last write stays. Keeps nothing
 * without Web Crypto.
 */
export const storedEdits = (
  database: OpenDatabase,
  now: () => Date,
  { days, files }: { readonly days: number; readonly files: number } = retention.edits,
): StoredEditsOf => {
  const oldest = () => now().getTime() - days * dayMs

  /** Deletes expired and surplus edits. */
  const tidy = async (): Promise<void> => {
    await changeStores(await database(), ['edits'], async (tidying) => {
      const store = tidying.objectStore('edits')
      const byAge = store.index('at')
      const old = await byAge.getAllKeys(IDBKeyRange.upperBound(oldest()))
      const surplus = (await byAge.getAllKeys()).slice(0, -files)
      await Promise.all([...new Set([...old, ...surplus])].map((key) => store.delete(key)))
    })
  }

  const find = async (hash: string): Promise<unknown> => {
    const stored = await (await database()).get('edits', hash)
    if (!stored) return null
    const read = v.safeParse(recordSchema, stored)
    if (!read.success) throw new ServiceError('validation_error', { reason: 'edits_unreadable' })
    return read.output.at <= oldest() ? null : read.output.edits
  }

  return (hashOf) => ({
    find,
    read: (file) => withReason(async () => (canHash() ? find(await hashOf(file)) : null)),
    write: (file, edits) =>
      withReason(async () => {
        if (!canHash()) return
        const hash = await hashOf(file)
        await changeStores(await database(), ['edits'], async (writing) => {
          const store = writing.objectStore('edits')
          const work = edits ? store.put({ hash, at: now().getTime(), edits }) : store.delete(hash)
          // The browser completes a committed transaction even if the page closes first.
          writing.commit()
          await work
        })
        await tidy()
      }),
  })
}
