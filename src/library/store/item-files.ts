import type { KeptItem } from '#library/kept-items.ts'
import type { FileHashes } from './file-hashes.ts'
import type { ItemRecord } from './item-records.ts'
import { filePath, type StoredFiles } from './stored-files.ts'

/** Files of items of one kind, each stored once for all items and jobs. */
interface ItemFiles {
  /** The existing files of a record, without those of a wrong size, which are incomplete. */
  read(record: Pick<ItemRecord, 'files'>): Promise<KeptItem['files']>
  /** The record's entries of files. */
  list(blobs: KeptItem['files']): Promise<ItemRecord['files']>
  /** Bytes of the files that are not stored yet. */
  countLacking(blobs: readonly Blob[]): Promise<number>
  /** Writes missing files. Call it only under a lock against deletion. */
  write(blobs: readonly Blob[]): Promise<void>
}

export const openItemFiles = (
  { read, write }: Pick<StoredFiles, 'read' | 'write'>,
  hashOf: FileHashes,
): ItemFiles => {
  const isLacking = async (blob: Blob) => (await read(filePath(await hashOf(blob))))?.size !== blob.size
  return {
    read: async (record) => {
      const found = Object.entries(record.files).map(async ([name, { hash, bytes, type }]) => {
        const file = await read(filePath(hash))
        if (file?.size !== bytes) return []
        const blob = file.slice(0, bytes, type)
        hashOf.know(blob, hash)
        return [[name, blob] as const]
      })
      return Object.fromEntries((await Promise.all(found)).flat())
    },
    list: async (blobs) => {
      const listed = Object.entries(blobs).map(async ([name, blob]) => {
        const { size: bytes, type } = blob
        return [name, { hash: await hashOf(blob), bytes, type }] as const
      })
      return Object.fromEntries(await Promise.all(listed))
    },
    countLacking: async (blobs) => {
      const lacking = blobs.map(async (blob) => ((await isLacking(blob)) ? blob.size : 0))
      return (await Promise.all(lacking)).reduce((sum, bytes) => sum + bytes, 0)
    },
    write: async (blobs) => {
      for (const blob of blobs) if (await isLacking(blob)) await write(filePath(await hashOf(blob)), blob)
    },
  }
}
