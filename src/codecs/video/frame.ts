import type { Size } from '#base/geometry.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { Raster } from '#engine/raster.ts'

/** A frame of a video: upright, 8-bit sRGB with straight alpha; times in seconds from the start of the video. */
export type Frame = {
  readonly raster: Raster
  readonly timestampSeconds: number
  readonly durationSeconds: number
}

/** A range of a video: the frames with `fromSeconds` <= timestamp < `toSeconds`. */
export type TimeRange = { readonly fromSeconds: number; readonly toSeconds: number }

export type ReadOptions = {
  /** Size of the frames in pixels; that of the source where absent. Frames are never enlarged. */
  readonly size?: Size
  readonly range?: TimeRange
  readonly signal: AbortSignal
  /** Called often while ffmpeg works on a frame; other decoders do not report this. */
  readonly onProgress?: () => void
}

/** Reads the frames of one video; only a few are in memory at a time. */
export interface FrameReader {
  readonly facts: VideoFacts
  /**
   * The frames in display order; each is decoded when it is asked for. A caller that stops early frees all resources.
   * Rejects with `invalid_video` for truncated data, and with the signal's reason when aborted.
   */
  read(options: ReadOptions): AsyncGenerator<Frame, void, void>
  close(): void
}

/** The wanted size, but no side larger than displayed. */
export const cappedSize = (shown: Size, wanted: Size | undefined): Size => ({
  width: Math.min(shown.width, wanted?.width ?? shown.width),
  height: Math.min(shown.height, wanted?.height ?? shown.height),
})
