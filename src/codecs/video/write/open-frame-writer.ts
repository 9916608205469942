import type { VideoFormat } from '#contract/output-formats.ts'
import { openApngWriter } from './apng-writer.ts'
import type { ByteSink, FrameWriter, WriteOptions } from './frame-writer.ts'
import { type FormatWriter, toFrameWriter } from './frame-writer.ts'
import { openGifWriter } from './gif-writer.ts'
import { openMovWriter } from './mov-writer.ts'
import { openMp4Writer } from './mp4-writer.ts'
import { openStickerWriter } from './sticker-writer.ts'
import { openWebmWriter } from './webm-writer.ts'
import { openWebpWriter } from './webp-writer.ts'

type OpenFormatWriter = (options: WriteOptions, sink: ByteSink) => FormatWriter | Promise<FormatWriter>

/** The writer of each format; other properties are in `src/contract/output-formats.ts`. */
const writers: { readonly [F in VideoFormat]: OpenFormatWriter } = {
  webm: openWebmWriter,
  mov: openMovWriter,
  mp4: openMp4Writer,
  gif: openGifWriter,
  webp: openWebpWriter,
  apng: openApngWriter,
}

/** The most plays that every moving picture format can store; sources may declare more. */
const maxPlays = 0xffff

/**
 * Opens a writer for one video file; frames go in, bytes come out at `sink`. The caller ends it with `finish` or
 * `abort`.
 *
 * Rejects with `upstream_error` where ffmpeg is needed and cannot be loaded, and with the signal's reason when it is
 * aborted. `write` and `finish` reject for the same reasons, with the failures of an encoder, and with whatever the
 * sink throws.
 */
export const openFrameWriter = async (options: WriteOptions, sink: ByteSink): Promise<FrameWriter> => {
  options.signal.throwIfAborted()
  const { format, sticker, signal } = options
  const open = writers[format]
  const bounded = { ...options, plays: Math.min(options.plays ?? 0, maxPlays) }
  return toFrameWriter(
    sticker ? openStickerWriter(bounded, sticker, sink, open) : await open(bounded, sink),
    signal,
  )
}
