import type { Size } from '#base/geometry.ts'
import type { VideoFormat } from '#contract/output-formats.ts'
import { findH264Setup } from './h264-config.ts'
import { findVp9Setup } from './vp9-config.ts'

type CanWriteSize = (size: Size, fps: number) => Promise<boolean>

/** ffmpeg writes ProRes, and the studio itself GIF. */
const always: CanWriteSize = async () => true

const encoders: { readonly [F in VideoFormat]: CanWriteSize } = {
  webm: async (size, fps) => (await findVp9Setup(size, fps)) !== null,
  mov: always,
  mp4: async (size, fps) => (await findH264Setup(size, fps)) !== null,
  gif: always,
}

/**
 * Whether this browser can write frames of `size` pixels in a format, `fps` of them a second. WebM and MP4 need its
 * encoders, of which it may have none. Many of H.264 stop at 4096 x 2304 pixels, so that no square frame of 4096 pixels
 * fits.
 */
export const canWriteSize = (format: VideoFormat, size: Size, fps: number): Promise<boolean> =>
  encoders[format](size, fps)
