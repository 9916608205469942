import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import { imagePixelCaps } from '#contract/size-presets.ts'

type Size = { readonly width: number; readonly height: number }

/**
 * The size that a file written with `options` will have, in pixels, worked out from any answer for the
 * same picture and crop, also from one that was capped for the stage (D-13, D-16, D-17). Null where
 * the service did not say what part of the source its answer shows.
 */
export const savedSize = (options: ImageOptions, { frame }: ImageAnswer): Size | null =>
  frame ? capped(fitted(frame.box, options), imagePixelCaps[options.size]) : null

const fitted = (box: Size, { width, height, fit }: ImageOptions): Size => {
  if (width === undefined && height === undefined) return rounded(box, 1)
  if (width !== undefined && height !== undefined && fit === 'cover') return { width, height }
  const scale = Math.min((width ?? Infinity) / box.width, (height ?? Infinity) / box.height)
  return rounded(box, fit === 'scale-down' ? Math.min(1, scale) : scale)
}

const capped = (size: Size, maxPixels: number): Size =>
  size.width * size.height <= maxPixels
    ? size
    : rounded(size, Math.sqrt(maxPixels / (size.width * size.height)))

const rounded = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
})
