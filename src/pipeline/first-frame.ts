import type { Frame } from '#codecs/video/frame.ts'
import type { FrameReader } from '#codecs/video/frame-reader.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { Size } from '#engine/raster.ts'

/** The frame that shows at a moment, or the first one after it; rejects with `invalid_video` past the end. */
export const firstFrame = async (
  reader: FrameReader,
  fromSeconds: number,
  size: Size,
  signal: AbortSignal,
): Promise<Frame> => {
  const range = { fromSeconds, toSeconds: Number.POSITIVE_INFINITY }
  for await (const frame of reader.read({ size, range, signal })) return frame
  throw new ServiceError('invalid_video')
}
