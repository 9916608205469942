import { gifSideCap, videoSideCaps } from '#contract/size-presets.ts'
import type { VideoOptions } from '#contract/video-options.ts'

type Size = { readonly width: number; readonly height: number }

/** What a result will measure in pixels: the longest side capped, never enlarged (D-33, D-36). */
export const outputSize = (source: Size, { size, format }: Pick<VideoOptions, 'size' | 'format'>): Size => {
  const cap = Math.min(videoSideCaps[size], format === 'gif' ? gifSideCap : Number.POSITIVE_INFINITY)
  const scale = Math.min(1, cap / Math.max(source.width, source.height))
  return {
    width: Math.max(1, Math.round(source.width * scale)),
    height: Math.max(1, Math.round(source.height * scale)),
  }
}

/** ProRes 4444 comes to about 10 MB a second at 1280 × 720 and 30 frames a second. */
const movBytesPerPixel = 10_000_000 / (1280 * 720 * 30)

/** About how large a MOV will be, in bytes; null for formats whose size depends on what is in the picture. */
export const estimateBytes = (format: VideoOptions['format'], { width, height }: Size, frames: number) =>
  format === 'mov' ? Math.round(movBytesPerPixel * width * height * frames) : null

/** From here on a file is large enough to be asked about first. */
export const largeFileBytes = 30_000_000

/** From here on some players and editors give up. */
export const hugeFileBytes = 500_000_000
