import { isAbort, ServiceError, toServiceError } from '#contract/service-error.ts'
import type { ByteSink, FrameWriter, WriteOptions } from './frame-writer.ts'
import { openGifWriter } from './gif-writer.ts'
import { openMovWriter } from './mov-writer.ts'
import { openMp4Writer } from './mp4-writer.ts'
import { openWebmWriter } from './webm-writer.ts'

/** What one format's writer does; counting, timing and errors are the same for all. */
export interface FormatWriter {
  write: FrameWriter['write']
  finish(): Promise<{
    readonly bytes: number
    readonly audioDropped: string | null
    readonly frames?: number
  }>
  /** Ends encoders at once; may be called at any time, and again. */
  abort(): Promise<void> | void
}

/**
 * Opens a writer for one video file. Whoever opens it ends it, by `finish` or `abort`. Rejects with
 * `validation_error` where the format cannot hold the size, with `internal_server_error` where this browser
 * lacks the encoder, and with the signal's reason when aborted; `write` and `finish` reject likewise, and
 * with what the sink throws.
 */
export const openFrameWriter = async (options: WriteOptions, sink: ByteSink): Promise<FrameWriter> => {
  const { signal } = options
  signal.throwIfAborted()
  const writer = await openFormat(options, sink)
  let frames = 0
  let waitMs = 0
  let ended = false

  const abort = async () => {
    ended = true
    signal.removeEventListener('abort', stop)
    try {
      await writer.abort()
    } catch {
      // What is dropped need not end well.
    }
  }
  const stop = () => void abort()
  signal.addEventListener('abort', stop)

  /** Runs a step; where it fails nothing is left running. */
  const timed = async <T>(step: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted()
    if (ended) throw new ServiceError('internal_server_error', { details: 'The video was ended already' })
    const since = performance.now()
    try {
      return await step()
    } catch (cause) {
      await abort()
      signal.throwIfAborted()
      throw isAbort(cause) ? cause : toServiceError(cause)
    } finally {
      waitMs += performance.now() - since
    }
  }

  return {
    write: (frame) =>
      timed(async () => {
        await writer.write(frame)
        frames++
      }),
    async finish() {
      const written = await timed(() => writer.finish())
      ended = true
      signal.removeEventListener('abort', stop)
      return { frames, ...written, waitSeconds: waitMs / 1000 }
    },
    abort,
  }
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
