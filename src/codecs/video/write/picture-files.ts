import { makeZip } from 'client-zip'
import { untilAborted } from '#base/promises.ts'
import { openAsyncHandoff } from '#codecs/video/async-handoff.ts'
import { withDiskFullError } from './file-sinks.ts'
import type { ByteSink } from './frame-writer.ts'

/** Writes whole files in sequence; at most two are in memory. */
export interface PictureFiles {
  /** Resolves when another file can be added. Rejects if an earlier one could not be written. */
  add(name: string, content: Blob | string): Promise<void>
  /** Resolves with the total bytes once all files are written. */
  finish(): Promise<number>
  /** Resolves when no file is partly written. */
  abort(): Promise<void> | void
}

type Entry = { readonly name: string; readonly input: Blob | string; readonly lastModified: Date }

/** Writes files into `folder` of a ZIP. */
export const openZipFiles = (folder: string, sink: ByteSink, signal: AbortSignal): PictureFiles => {
  const entries = openAsyncHandoff<Entry>()
  const lastModified = new Date()
  const packing = pack(entries.take, sink)
  // The caller of `add` or `finish` gets the error; there may be none.
  packing.catch(() => {})
  return {
    async add(name, input) {
      const given = entries.give({ name: `${folder}/${name}`, input, lastModified })
      await untilAborted(Promise.race([given, packing]), signal)
    },
    finish() {
      entries.end()
      return untilAborted(packing, signal)
    },
    abort: () => entries.end({ cause: new DOMException('The pictures were dropped', 'AbortError') }),
  }
}

/** Packs entries until there are no more; resolves with the size in bytes. */
const pack = async (take: () => Promise<Entry | undefined>, sink: ByteSink): Promise<number> => {
  async function* all() {
    for (let entry = await take(); entry; entry = await take()) yield entry
  }
  // Safari has no async iteration of streams.
  const reader = makeZip(all()).getReader()
  let position = 0
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      await sink.write(next.value, position)
      position += next.value.byteLength
    }
    return position
  } catch (cause) {
    await reader.cancel(cause).catch(() => {})
    throw cause
  }
}

/** Writes files into the picked folder, each completely or not at all; written files stay when aborted. */
export const openFolderFiles = (folder: FileSystemDirectoryHandle, signal: AbortSignal): PictureFiles => {
  let bytes = 0
  let last: Promise<void> = Promise.resolve()
  const write = (name: string, content: Blob) =>
    withDiskFullError(async () => {
      signal.throwIfAborted()
      const file = await folder.getFileHandle(name, { create: true })
      const stream = await file.createWritable()
      try {
        await stream.write(content)
      } catch (cause) {
        await stream.abort().catch(() => {})
        throw cause
      }
      await stream.close()
      bytes += content.size
    })
  return {
    async add(name, content) {
      await untilAborted(last, signal)
      last = write(name, new Blob([content]))
      // The next call gets the error; there may be none.
      last.catch(() => {})
    },
    async finish() {
      await untilAborted(last, signal)
      return bytes
    },
    abort: () => last.catch(() => {}),
  }
}
