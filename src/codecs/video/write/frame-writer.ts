import type { Size } from '#base/geometry.ts'
import type { Frame, TimeRange } from '#codecs/video/frame.ts'
import type { VideoFormat } from '#contract/output-formats.ts'
import { isAbort, ServiceError, toServiceError } from '#contract/service-error.ts'
import type { StickerLimits } from '#contract/stickers.ts'
import type { Timecode } from '#contract/timecode.ts'
import type { WrittenClip } from '#contract/video-left-out.ts'

/** Options of writing a video. */
export type WriteOptions = {
  readonly format: VideoFormat
  /** Size of the frames in pixels, within the limits of the format. */
  readonly size: Size
  /** Frames a second, on average where `isVariable`; a hint for bit rates. */
  readonly fps: number
  /** Whether frames come at uneven times; otherwise all last exactly as long, however coarse the source's clock is. */
  readonly isVariable: boolean
  /** As in `VideoFacts`: each frame is written at its exact place of that rate. */
  readonly gridFps?: number | undefined
  /** The expected number of frames; MP4 reserves space for its index at the front. */
  readonly frames?: number
  /** Whether the alpha of the frames is written; otherwise they are opaque. */
  readonly hasAlpha: boolean
  /** Whether the frames are mattes: grey (R = G = B) and opaque. */
  readonly isMatte: boolean
  /** The video whose sound tracks are added; null for none. */
  readonly audioOf: Blob | null
  /** The numbers of its added tracks; all if absent, or if it has none of them. */
  readonly audioTracks?: readonly number[] | undefined
  /** Of the first frame; absent where the source has none. */
  readonly timecode?: Timecode | undefined
  /** The range of that video that the frames are from, which limits the sound; all of it where absent. */
  readonly audioRange?: TimeRange
  /** Whether the video will be processed again, and is written in higher quality. */
  readonly isSource?: boolean
  /** The limits of a messenger for this format; none if absent. */
  readonly sticker?: StickerLimits | undefined
  /** The total number of plays of a moving picture; default: for ever. */
  readonly plays?: number | undefined
  /** Quality from 1 to 100 in the encoder's scale, for picture formats that have one. */
  readonly quality?: number | undefined
  /** The maximum bit rate of the picture, in bits a second; no limit where absent. GIF ignores it. */
  readonly maxBitrate?: number
  readonly signal: AbortSignal
}

/** Takes the bytes of a file, in pieces at positions. */
export interface ByteSink {
  write(data: Uint8Array, position: number): Promise<void>
}

/** The facts of a written video. */
export type WrittenVideo = WrittenClip & {
  /** Frames in the file; formats with a frame rate limit drop some. */
  readonly frames: number
  readonly bytes: number
  /** How long `write` and `finish` were pending, in total. */
  readonly waitSeconds: number
}

/** Writes one video file, frame by frame, into a sink. */
export interface FrameWriter {
  /** Resolves when the next frame can be taken. The frame's pixels belong to the writer from then on. */
  write(frame: Frame): Promise<void>
  /** Ends the file, with its sound. */
  finish(): Promise<WrittenVideo>
  /** Stops, and frees encoders and memory; for failures and cancelling. Never rejects. */
  abort(): Promise<void>
}

/** The part of a writer that differs by format; `toFrameWriter` adds counting, timing and errors. */
export interface FormatWriter {
  write: FrameWriter['write']
  /** Resolves with the facts of the file; absent properties were not requested, or not left out. */
  finish(): Promise<Partial<WrittenClip> & { readonly bytes: number; readonly frames?: number }>
  /** Stops encoders at once; may be called at any time and repeatedly. */
  abort(): Promise<void> | void
}

/** Makes a `FrameWriter` of a format's writer: counts frames, measures time and converts errors. */
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
      // An aborted file need not end well.
    }
  }
  const stop = () => void abort()
  signal.addEventListener('abort', stop)

  /** Runs a step, and aborts the writer if it fails. */
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
      const none = { dropped: 0, sounds: [], hasTimecode: false, hasRoles: false }
      return { frames, ...none, ...written, waitSeconds: waitMs / 1000 }
    },
    abort,
  }
}
