import type { VideoFormat } from '#contract/output-formats.ts'
import type { Size } from '#engine/raster.ts'
import type { ByteSink, FrameWriter, WriteOptions } from './frame-writer.ts'
import { type FormatWriter, toFrameWriter } from './frame-writer.ts'
import { openGifWriter } from './gif-writer.ts'
import { openMovWriter } from './mov-writer.ts'
import { canEncodeH264, openMp4Writer } from './mp4-writer.ts'
import { openWebmWriter } from './webm-writer.ts'

type FormatEncoder = {
  /** Opens a writer for one file of the format. */
  readonly open: (options: WriteOptions, sink: ByteSink) => FormatWriter | Promise<FormatWriter>
  /** Whether this browser's encoder takes a size in pixels at `fps` frames a second; any size where absent. */
  readonly canWriteSize?: (size: Size, fps: number) => Promise<boolean>
}

/** The encoder of each format; what else is known of a format is in `src/contract/output-formats.ts`. */
const encoders: { readonly [F in VideoFormat]: FormatEncoder } = {
  webm: { open: openWebmWriter },
  mov: { open: openMovWriter },
  // Many H.264 encoders stop at 4096 x 2304 pixels, so that no square frame of 4096 pixels fits.
  mp4: { open: openMp4Writer, canWriteSize: canEncodeH264 },
  gif: { open: openGifWriter },
}

/** Whether this browser can write frames of `size` pixels in a format, `fps` of them a second. */
export const canWriteSize = async (format: VideoFormat, size: Size, fps: number): Promise<boolean> =>
  (await encoders[format].canWriteSize?.(size, fps)) ?? true

/**
 * Opens a writer for one video file; frames go in, bytes come out at `sink`. The caller ends it with `finish` or
 * `abort`.
 *
 * Rejects with `validation_error` where the encoder does not take the size, with `internal_server_error` where this
 * browser lacks the encoder, and with the signal's reason when it is aborted. `write` and `finish` reject for the same
 * reasons, and with whatever the sink throws.
 */
export const openFrameWriter = async (options: WriteOptions, sink: ByteSink): Promise<FrameWriter> => {
  options.signal.throwIfAborted()
  return toFrameWriter(await encoders[options.format].open(options, sink), options.signal)
}
