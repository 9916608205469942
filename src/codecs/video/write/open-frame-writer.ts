import type { ByteSink, FrameWriter, WriteOptions } from './frame-writer.ts'
import { type FormatWriter, toFrameWriter } from './frame-writer.ts'
import { openGifWriter } from './gif-writer.ts'
import { openMovWriter } from './mov-writer.ts'
import { openMp4Writer } from './mp4-writer.ts'
import { openWebmWriter } from './webm-writer.ts'

/**
 * Opens a writer for one video file. Whoever opens it ends it, by `finish` or `abort`. Rejects with
 * `validation_error` where the format cannot hold the size, with `internal_server_error` where this browser
 * lacks the encoder, and with the signal's reason when aborted; `write` and `finish` reject likewise, and
 * with what the sink throws.
 */
export const openFrameWriter = async (options: WriteOptions, sink: ByteSink): Promise<FrameWriter> => {
  options.signal.throwIfAborted()
  return toFrameWriter(await openFormat(options, sink), options.signal)
}

const openFormat = async (options: WriteOptions, sink: ByteSink): Promise<FormatWriter> => {
  switch (options.format) {
    case 'webm':
      return openWebmWriter(options, sink)
    case 'mp4':
      return openMp4Writer(options, sink)
    case 'gif':
      return openGifWriter(options, sink)
    case 'mov':
      return openMovWriter(options, sink)
  }
}
