import type { TabLock } from './cross-tab.ts'
import type { FileHashes } from './file-hashes.ts'
import { openItemFiles } from './item-files.ts'
import type { ItemRecord } from './item-records.ts'
import type { StoredFiles } from './stored-files.ts'

/** Hash, bytes and type of a kept file, as stored in a record. */
export type KeptFile = ItemRecord['files'][string]

type Medium = 'image' | 'video'

/** Results kept while a record refers to them, stored once even if an item has the same file. */
export interface KeptResults {
  /** Null if the file is gone. Rejects if the browser refuses storage. */
  read(kind: Medium, file: KeptFile): Promise<Blob | null>
  /**
   * Stores a result, then calls `enter` to add it to a record; deletes it if that fails. Rejects as the browser does.
   */
  keep(kind: Medium, result: Blob, enter: (file: KeptFile) => Promise<boolean>): Promise<void>
  /** Deletes unreferenced results. Never rejects. */
  sweep(): Promise<void>
  /** The bytes still available to this page. */
  freeBytes(): Promise<number>
}

type Parts = {
  readonly files: Pick<StoredFiles, 'read' | 'write'>
  readonly hashes: (kind: Medium) => FileHashes
  readonly lock: TabLock
  /** Deletes unreferenced files, under the lock `files`. */
  readonly sweep: () => Promise<void>
  readonly estimate: () => Promise<StorageEstimate>
}

export const openKeptResults = ({ files, hashes, lock, sweep, estimate }: Parts): KeptResults => ({
  read: async (kind, file) =>
    (await openItemFiles(files, hashes(kind)).read({ files: { file } })).file ?? null,
  keep: async (kind, result, enter) => {
    const stored = openItemFiles(files, hashes(kind))
    // Hashed before the lock, for which others wait.
    const { file } = await stored.list({ file: result })
    const isEntered = await lock('files', async () => {
      await stored.write([result])
      return file !== undefined && enter(file)
    })
    if (!isEntered) await sweep()
  },
  sweep,
  freeBytes: async () => {
    const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await estimate()
    return Math.max(0, quota - usage)
  },
})
