import type { Size } from '#base/geometry.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { AlphaMaskF32, DeepPicture, Raster } from '#engine/raster.ts'

/** A frame of a video: upright, 8-bit sRGB with straight alpha; times in seconds from the start of the video. */
export type Frame = {
  readonly raster: Raster
  readonly timestampSeconds: number
  readonly durationSeconds: number
  /** The alpha of a cut-out frame as floats at its size; absent if only 8 bits are known. */
  readonly fineAlpha?: AlphaMaskF32 | undefined
  /** The original colours of a frame of more than 8 bits, at its size; absent if not requested. */
  readonly fineColors?: DeepPicture | undefined
}

/** A range of a video: the frames with `fromSeconds` <= timestamp < `toSeconds`. */
export type TimeRange = { readonly fromSeconds: number; readonly toSeconds: number }

/** Options of reading frames. */
export type ReadOptions = {
  /** Size of the frames in pixels; default: that of the source. Frames are never enlarged. */
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
   * The frames in display order, each decoded on request. A caller that stops early frees all resources. Rejects with
   * `invalid_video` for truncated data, and with the signal's reason.
   */
  read(options: ReadOptions): AsyncGenerator<Frame, void, void>
  close(): void
}

/** The wanted size, with no side larger than displayed. */
export const cappedSize = (shown: Size, wanted: Size | undefined): Size => ({
  width: Math.min(shown.width, wanted?.width ?? shown.width),
  height: Math.min(shown.height, wanted?.height ?? shown.height),
})

/**
 * The size of a frame's 4:2:0 planes that contain `size` pixels. Firefox makes no frames of odd sides, so there they
 * are parts of even ones; WebKit reads such parts askew, so elsewhere odd sides stay.
 */
export const codedSize = (size: Size): Size => {
  const [oddWidth, oddHeight] = [size.width & 1, size.height & 1]
  if (!(oddWidth || oddHeight) || takesOddSides()) return size
  return { width: size.width + oddWidth, height: size.height + oddHeight }
}

const takesOddSides = (): boolean => {
  const size = { codedWidth: 1, codedHeight: 1 }
  try {
    new VideoFrame(new Uint8Array(3), { format: 'I420', ...size, timestamp: 0 }).close()
    return true
  } catch {
    return false
  }
}
