import type { ByteSink } from './frame-writer.ts'
import { tellFullDisk } from './opfs-sink.ts'

/** A file that people chose, which has its content when it is closed and not before. */
export interface PickedSink extends ByteSink {
  close(): Promise<void>
  /** Leaves the file as it was. */
  abort(): Promise<void>
}

/** Opens a file that was picked for writing. Rejects like `openOpfsSink`. */
export const openPickedSink = async (file: FileSystemFileHandle): Promise<PickedSink> => {
  const stream = await tellFullDisk(() => file.createWritable())
  return {
    write: (data, position) =>
      tellFullDisk(() => stream.write({ type: 'write', position, data: data as Uint8Array<ArrayBuffer> })),
    close: () => tellFullDisk(() => stream.close()),
    abort: () => stream.abort(),
  }
}
