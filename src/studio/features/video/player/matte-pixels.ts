import { colorText, white } from '#contract/color.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import { isOpaqueVideo } from '#studio/state/video-recipe.ts'

export type MatteFrame = { readonly width: number; readonly height: number; readonly data: Uint8Array }

/** How the result looks, as far as the preview has to follow it. */
export type PreviewLook = {
  /** The matte itself, white on black. */
  readonly isMask: boolean
  /** What stands behind the subject; null for transparency. */
  readonly ground: string | null
  /** A GIF's pixel is there or not (D-33). */
  readonly isOneBit: boolean
}

export const previewLook = (options: VideoOptions): PreviewLook => ({
  isMask: options.channels === 'alpha',
  ground:
    options.channels !== 'alpha' && isOpaqueVideo(options) ? colorText(options.bg_color ?? white) : null,
  isOneBit: options.format === 'gif' && !isOpaqueVideo(options),
})

/** White pixels whose alpha is the matte: R G B A, one byte each. `isOneBit` cuts at half. */
export const mattePixels = ({ width, height, data }: MatteFrame, isOneBit: boolean) => {
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let at = 0; at < width * height; at += 1) {
    const alpha = data[at] ?? 0
    pixels[at * 4 + 3] = isOneBit ? (alpha >= 128 ? 255 : 0) : alpha
  }
  return pixels
}
