import type { DBSchema } from 'idb'
import { canHash, sha256Hex } from '#base/sha256.ts'
import type { SavedEdits } from '#service/on-device-edits.ts'
import { openDatabase } from './open-database.ts'

/** Edits that nobody has touched for longer are deleted, and so are the oldest beyond the number. */
export const savedEditsLimits = { days: 90, pictures: 200 } as const

const dayMs = 86_400_000

interface EditsSchema extends DBSchema {
  pictures: { key: string; value: StoredEdits; indexes: { at: number } }
}

type StoredEdits = {
  /** The SHA-256 of the file, in hex. */
  readonly picture: string
  /** When they were written, in milliseconds since 1970. */
  readonly at: number
  readonly edits: unknown
}

/**
 * The edits of pictures in IndexedDB, by the bytes of the picture, so that the same file gets its edits back whatever
 * it is called. Keeps nothing where the page may not hash.
 */
export const indexedDbEdits = (
  now: () => Date,
  { days, pictures }: { readonly days: number; readonly pictures: number } = savedEditsLimits,
  name = 'clearcut-edits',
  toHash: (file: Blob) => Promise<string> = async (file) => sha256Hex(await file.arrayBuffer()),
): SavedEdits => {
  const database = openDatabase<EditsSchema>(name, (fresh) => {
    fresh.createObjectStore('pictures', { keyPath: 'picture' }).createIndex('at', 'at')
  })
  const hashes = new WeakMap<Blob, Promise<string>>()
  const hashOf = (picture: Blob): Promise<string> => {
    const hash = hashes.get(picture) ?? toHash(picture)
    hashes.set(picture, hash)
    return hash
  }
  return {
    read: async (picture) => {
      if (!canHash()) return null
      const kept = await (await database()).get('pictures', await hashOf(picture))
      return kept && kept.at > now().getTime() - days * dayMs ? kept.edits : null
    },
    write: async (picture, edits) => {
      if (!canHash()) return
      const hash = await hashOf(picture)
      const at = now().getTime()
      const opened = await database()
      const writing = opened.transaction('pictures', 'readwrite')
      const written =
        edits === null ? writing.store.delete(hash) : writing.store.put({ picture: hash, at, edits })
      // The browser completes a transaction that was committed, even where the page is left before it hears so.
      writing.commit()
      await Promise.all([written, writing.done])
      const { store, done } = opened.transaction('pictures', 'readwrite')
      const byAge = store.index('at')
      const old = await byAge.getAllKeys(IDBKeyRange.upperBound(at - days * dayMs))
      const surplus = (await byAge.getAllKeys()).slice(0, -pictures)
      await Promise.all([...new Set([...old, ...surplus])].map((key) => store.delete(key)))
      await done
    },
  }
}
