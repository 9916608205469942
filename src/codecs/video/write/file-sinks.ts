import { openFolder, splitPath } from '#base/opfs.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { ByteSink } from './frame-writer.ts'

/** A file in the origin private file system that is being written. The caller closes it. */
interface FileSink extends ByteSink {
  /** Writes everything to disk. */
  flush(): Promise<void>
  /** Flushes and releases the file; a second call does nothing. */
  close(): Promise<void>
}

/**
 * Opens `path` (`results/job_x.webm`) in the origin private file system for writing; works in workers only. Creates
 * folders, and empties an existing file. Writing rejects with `internal_server_error` where the disk is full. Opening
 * rejects with the browser's error where the file is locked.
 */
export const openOpfsSink = async (path: string): Promise<FileSink> => {
  const [folderPath, name] = splitPath(path)
  if (name === '') throw new TypeError('A path ends with the name of a file')
  const handle = await withDiskFullError(async () => {
    const folder = await openFolder(folderPath, { create: true })
    const file = await folder.getFileHandle(name, { create: true })
    return await file.createSyncAccessHandle()
  })
  let open = true
  handle.truncate(0)
  return {
    write: (data, position) =>
      withDiskFullError(async () => {
        for (let done = 0; done < data.byteLength; ) {
          const count = handle.write(data.subarray(done) as Uint8Array<ArrayBuffer>, { at: position + done })
          if (count === 0) throw new DOMException('Nothing more could be written', 'QuotaExceededError')
          done += count
        }
      }),
    flush: () => withDiskFullError(async () => handle.flush()),
    async close() {
      if (!open) return
      open = false
      try {
        await withDiskFullError(async () => handle.flush())
      } finally {
        handle.close()
      }
    },
  }
}

/** Turns the browser's error for a full disk into a `ServiceError`. */
export const withDiskFullError = async <T>(step: () => Promise<T>): Promise<T> => {
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

/** A sink whose bytes become a Blob, held by the browser outside this worker's memory, on disk if large. */
interface BlobSink extends ByteSink {
  blob(type: string): Blob
}

type Piece = { readonly start: number; readonly end: number; readonly blob: Blob }

export const openBlobSink = (): BlobSink => {
  let pieces: readonly Piece[] = []
  return {
    async write(data, position) {
      const end = position + data.byteLength
      const added: Piece = { start: position, end, blob: new Blob([data as Uint8Array<ArrayBuffer>]) }
      const last = pieces.at(-1)
      if (!last || last.end <= position) {
        pieces = [...pieces, added]
        return
      }
      // Keep the parts of older pieces that the new bytes do not cover.
      const around = pieces.flatMap((piece) => [
        part(piece, piece.start, Math.min(piece.end, position)),
        part(piece, Math.max(piece.start, end), piece.end),
      ])
      pieces = [...around.filter((piece) => piece !== null), added].sort((a, b) => a.start - b.start)
    },
    blob: (type) => new Blob(withGaps(pieces), { type }),
  }
}

const part = ({ start, blob }: Piece, from: number, to: number): Piece | null =>
  from < to ? { start: from, end: to, blob: blob.slice(from - start, to - start) } : null

/** Bytes that were never written are 0. */
const withGaps = (pieces: readonly Piece[]): BlobPart[] => {
  let at = 0
  return pieces.flatMap(({ start, end, blob }) => {
    const gap = start - at
    at = end
    return gap > 0 ? [new Uint8Array(gap), blob] : [blob]
  })
}
