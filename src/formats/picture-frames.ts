/** The frames of a moving picture as its bytes describe them, known without decoding a pixel. */
export type PictureFrames = {
  /** Of the whole picture, in pixels. */
  readonly width: number
  readonly height: number
  /** The time for which browsers show each frame, in ticks. */
  readonly delays: readonly number[]
  /** Ticks a second. */
  readonly clockHz: number
  /** By what the file says; its pixels may all be opaque. */
  readonly mayBeTransparent: boolean
  /** How often it plays, in all; 0 for ever. */
  readonly plays: number
}

/**
 * Reads no more than the file describes of its frames, and a little of it at a time. A truncated file gives its
 * complete frames, a still picture none or one. Reading stops after frame `maxFrames` + 1, so more delays than
 * `maxFrames` mean that there are too many. Null where the file ends before its first frame is described. Rejects with
 * the reason of `signal` when it is aborted.
 */
export type ReadFrames = (
  file: Blob,
  limits: { readonly maxFrames: number; readonly signal?: AbortSignal | undefined },
) => Promise<PictureFrames | null>

/** Browsers show a frame that lasts up to 10 ms for a tenth of a second, whatever the format. */
export const shownDelay = (delay: number, clockHz: number): number =>
  delay * 100 > clockHz ? delay : clockHz / 10

/** Whether a first frame leaves a part of the picture transparent. */
export const leavesFree = (
  { width, height }: Pick<PictureFrames, 'width' | 'height'>,
  frame: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): boolean => frame.x > 0 || frame.y > 0 || frame.width < width || frame.height < height
