import type { TabLock } from './cross-tab.ts'
import type { FileHashes } from './file-hashes.ts'
import { openItemFiles } from './item-files.ts'
import type { ItemRecord } from './item-records.ts'
import type { StoredFiles } from './stored-files.ts'

/** How a record names a file that is kept. */
export type KeptFile = ItemRecord['files'][string]

type Medium = 'image' | 'video'

/** Results that are kept for as long as a record names them: once, also where an item has the same file. */
export interface KeptResults {
  /** Null where the file is gone. Rejects where the browser refuses storage. */
  read(kind: Medium, file: KeptFile): Promise<Blob | null>
  /**
   * Stores a result and has `enter` write its name into a record. What is not entered is deleted. Rejects as the
   * browser does.
   */
  keep(kind: Medium, result: Blob, enter: (file: KeptFile) => Promise<boolean>): Promise<void>
  /** Deletes what no record names any more. Never rejects. */
  sweep(): Promise<void>
  /** The bytes that the browser still grants to this page. */
  freeBytes(): Promise<number>
}

type Parts = {
  readonly files: Pick<StoredFiles, 'read' | 'write'>
  readonly hashes: (kind: Medium) => FileHashes
  readonly lock: TabLock
  /** Deletes the files that no record names, under the lock `files`. */
  readonly sweep: () => Promise<void>
  readonly estimate: () => Promise<StorageEstimate>
}

export const openKeptResults = ({ files, hashes, lock, sweep, estimate }: Parts): KeptResults => ({
  read: async (kind, file) =>
    (await openItemFiles(files, hashes(kind)).read({ files: { file } })).file ?? null,
  keep: async (kind, result, enter) => {
    const stored = openItemFiles(files, hashes(kind))
    // Read before the lock: others wait for that.
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
