/** The frames of a moving picture as the file describes them, without decoding. */
export type PictureFrames = {
  /** Size of the whole picture in pixels. */
  readonly width: number
  readonly height: number
  /** The time for which browsers show each frame, in ticks. */
  readonly delays: readonly number[]
  /** Ticks per second. */
  readonly clockHz: number
  /** As the file describes it; all pixels may be opaque. */
  readonly mayBeTransparent: boolean
  /** The total number of plays; 0 for ever. */
  readonly plays: number
}

/**
 * Reads the descriptions of frames, a little of the file at a time. A truncated file gives its complete frames, a still
 * picture none or one. Reading stops after frame `maxFrames` + 1, so more than `maxFrames` delays mean too many. Null
 * if the file ends before its first description. Rejects with the reason of `signal`.
 */
export type ReadFrames = (
  file: Blob,
  limits: { readonly maxFrames: number; readonly signal?: AbortSignal | undefined },
) => Promise<PictureFrames | null>

/** The shown time of a frame in ticks: browsers show a frame of up to 10 ms for 100 ms in every format. */
export const shownDelay = (delay: number, clockHz: number): number =>
  delay * 100 > clockHz ? delay : clockHz / 10

/** Whether a first frame leaves a part of the picture transparent. */
export const leavesFree = (
  { width, height }: Pick<PictureFrames, 'width' | 'height'>,
  frame: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): boolean => frame.x > 0 || frame.y > 0 || frame.width < width || frame.height < height
