import type { Size } from '#base/geometry.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { Raster } from '#engine/raster.ts'

/** One picture of a video: upright, 8-bit sRGB with straight alpha, at its time from the video's start. */
export type Frame = {
  readonly raster: Raster
  readonly timestampSeconds: number
  readonly durationSeconds: number
}

/** A stretch of a video: frames with `fromSeconds` <= timestamp < `toSeconds`. */
export type TimeRange = { readonly fromSeconds: number; readonly toSeconds: number }

export type ReadOptions = {
  /** The size frames are wanted at; the source's own where absent. Never enlarged. */
  readonly size?: Size
  readonly range?: TimeRange
  readonly signal: AbortSignal
}

/** Reads the frames of one video. At most a few are held at a time, whatever the length of the video. */
export interface FrameReader {
  readonly facts: VideoFacts
  /**
   * The frames in order of display; the next one is decoded when it is asked for. A reading that is left
   * early frees what it holds. Rejects with `invalid_video` where the data break off, with the signal's
   * reason when aborted.
   */
  read(options: ReadOptions): AsyncGenerator<Frame, void, void>
  close(): void
}

/** The size that frames are given at: the wanted one, but never larger than displayed, on neither side. */
export const cappedSize = (shown: Size, wanted: Size | undefined): Size => ({
  width: Math.min(shown.width, wanted?.width ?? shown.width),
  height: Math.min(shown.height, wanted?.height ?? shown.height),
})
