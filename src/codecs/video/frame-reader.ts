import type { VideoFacts } from '#contract/video-facts.ts'
import type { Size } from '#engine/raster.ts'
import type { Frame, TimeRange } from './frame.ts'

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
