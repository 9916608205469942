import type { Size } from '#base/geometry.ts'
import type { Frame, TimeRange } from '#codecs/video/frame.ts'
import type { VideoFormat } from '#contract/output-formats.ts'
import { isAbort, ServiceError, toServiceError } from '#contract/service-error.ts'

export type WriteOptions = {
  readonly format: VideoFormat
  /** Of the frames that will come, already within the format's caps. */
  readonly size: Size
  /** The source's average, as a hint for bit rates and containers. */
  readonly fps: number
  /** How many frames will come, as far as is known: MP4 sets room aside for its index at the front. */
  readonly frames?: number
  /** Whether the frames' alpha is written; else they come opaque. */
  readonly hasAlpha: boolean
  /** Whether the frames are mattes: grey (R = G = B) and opaque. */
  readonly isMatte: boolean
  /** The video whose default audio track goes along; null for none. */
  readonly audioOf: Blob | null
  /** The stretch of that video the frames are of: as much of the sound goes along; all where absent. */
  readonly audioRange?: TimeRange
  /** Written to be worked on again: finer than for eyes alone. */
  readonly isSource?: boolean
  /** The most that its pictures may take, in bits a second; as they need where absent. A GIF has no such measure. */
  readonly maxBitrate?: number
  readonly signal: AbortSignal
}

/** Where a file goes: bytes at positions, in pieces. */
export interface ByteSink {
  write(data: Uint8Array, position: number): Promise<void>
}

export type WrittenVideo = {
  /** Those in the file; a GIF drops some above 50 a second. */
  readonly frames: number
  readonly bytes: number
  /** How long the caller was held in `write` and `finish`. */
  readonly waitSeconds: number
  /** Why the source's sound, or a part of it, is missing, in a sentence for people; null where all of it went along. */
  readonly audioDropped: string | null
}

/** Writes one video file, frame by frame, into a sink. */
export interface FrameWriter {
  /** Resolves when the next frame can be taken. The frame's pixels are the writer's from then on. */
  write(frame: Frame): Promise<void>
  /** Ends the file, its audio included. */
  finish(): Promise<WrittenVideo>
  /** Drops everything and frees encoders and memory; for failures and cancelling. Never rejects. */
  abort(): Promise<void>
}

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

/** A format's writer with its frames counted, its time taken and its errors told. */
export const toFrameWriter = (writer: FormatWriter, signal: AbortSignal): FrameWriter => {
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
