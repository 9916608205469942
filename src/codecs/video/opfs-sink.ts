import { ServiceError } from '#contract/service-error.ts'
import type { ByteSink } from './frame-writer.ts'

/** A file of the browser's own file system that is being written. Whoever opens it closes it. */
export interface FileSink extends ByteSink {
  /** Puts on disk what was written. */
  flush(): Promise<void>
  /** Flushes and lets go of the file; again does nothing. */
  close(): Promise<void>
}

/**
 * Opens `path` (`results/job_x.webm`) below the root of the browser's own file system for writing, in a worker;
 * folders are made, and what the file held is gone. Writing rejects with `internal_server_error` where the disk
 * is full, opening with the browser's own error where someone else holds the file.
 */
export const openOpfsSink = async (path: string): Promise<FileSink> => {
  const folders = path.split('/').filter((name) => name !== '')
  const name = folders.pop()
  if (name === undefined) throw new TypeError('A path ends with the name of a file')
  const handle = await tellFullDisk(async () => {
    let folder = await navigator.storage.getDirectory()
    for (const inner of folders) folder = await folder.getDirectoryHandle(inner, { create: true })
    const file = await folder.getFileHandle(name, { create: true })
    return await file.createSyncAccessHandle()
  })
  let open = true
  handle.truncate(0)
  return {
    write: (data, position) =>
      tellFullDisk(async () => {
        for (let done = 0; done < data.byteLength; ) {
          const count = handle.write(data.subarray(done) as Uint8Array<ArrayBuffer>, { at: position + done })
          if (count === 0) throw new DOMException('Nothing more could be written', 'QuotaExceededError')
          done += count
        }
      }),
    flush: () => tellFullDisk(async () => handle.flush()),
    async close() {
      if (!open) return
      open = false
      try {
        await tellFullDisk(async () => handle.flush())
      } finally {
        handle.close()
      }
    },
  }
}

/** What the browser says of a full disk, in words of ours. */
export const tellFullDisk = async <T>(step: () => Promise<T>): Promise<T> => {
  try {
    return await step()
  } catch (cause) {
    if (!(cause instanceof DOMException) || cause.name !== 'QuotaExceededError') throw cause
    throw new ServiceError('internal_server_error', {
      reason: 'disk_full',
      details: 'disk full',
      cause,
    })
  }
}
