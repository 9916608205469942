import type { Size } from '#base/geometry.ts'
import type { Frame, FrameReader } from '#codecs/video/frame.ts'
import { ServiceError } from '#contract/service-error.ts'

/** In seconds; shorter than any interval of frames. */
export const betweenFrames = 1e-5

/**
 * The first frame at or after `fromSeconds`, scaled to `size`; else the last frame. Rejects with `invalid_video` if the
 * video has no frames.
 */
export const frameAt = async (
  reader: FrameReader,
  fromSeconds: number,
  size: Size,
  signal: AbortSignal,
): Promise<Frame> => {
  const range = { fromSeconds, toSeconds: Number.POSITIVE_INFINITY }
  for await (const frame of reader.read({ size, range, signal })) return frame
  if (fromSeconds <= 0) throw new ServiceError('invalid_video')
  return lastFrame(reader, fromSeconds, size, signal)
}

/** Reads from ever further back, since the last frame may have begun long before. */
const lastFrame = async (reader: FrameReader, beforeSeconds: number, size: Size, signal: AbortSignal) => {
  for (let backSeconds = 1 / Math.max(1, reader.facts.fps); ; backSeconds *= 4) {
    const fromSeconds = Math.max(0, beforeSeconds - backSeconds)
    const range = { fromSeconds, toSeconds: Number.POSITIVE_INFINITY }
    let last: Frame | undefined
    for await (const frame of reader.read({ size, range, signal })) last = frame
    if (last) return last
    if (fromSeconds === 0) throw new ServiceError('invalid_video')
  }
}
